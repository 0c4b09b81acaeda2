// Generated from the schemas of this room by `npm run generate`; do not edit. A test fails when it drifts.
export const schemas = {
  "AttestationCreated": {
    "type": "object",
    "required": [
      "attestation_id"
    ],
    "properties": {
      "message": {
        "type": "string"
      },
      "attestation_id": {
        "type": "string"
      },
      "head": {
        "anyOf": [
          {
            "type": "string",
            "pattern": "^[a-f0-9]{64}$"
          },
          {
            "type": "null"
          }
        ]
      }
    }
  },
  "AttestationRecord": {
    "type": "object",
    "required": [
      "attestation_id",
      "attestation_name",
      "is_compliant",
      "created_at"
    ],
    "properties": {
      "attestation_id": {
        "type": "string"
      },
      "attestation_name": {
        "type": "string"
      },
      "attestation_type": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "null"
          }
        ]
      },
      "is_compliant": {
        "anyOf": [
          {
            "type": "boolean"
          },
          {
            "type": "null"
          }
        ]
      },
      "created_at": {
        "type": "number"
      },
      "trail_name": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "null"
          }
        ]
      },
      "flow_name": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "null"
          }
        ]
      },
      "artifact_fingerprint": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "null"
          }
        ]
      },
      "target_artifacts": {
        "anyOf": [
          {
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          {
            "type": "null"
          }
        ]
      },
      "user_data": {},
      "git_commit_info": {},
      "junit_results": {},
      "html_url": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "null"
          }
        ]
      }
    }
  },
  "AttestationsByCommit": {
    "type": "object",
    "patternProperties": {
      "^[a-f0-9]{40}$": {
        "type": "array",
        "items": {}
      }
    }
  },
  "Flow": {
    "type": "object",
    "required": [
      "name"
    ],
    "properties": {
      "name": {
        "type": "string"
      },
      "description": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "null"
          }
        ]
      },
      "visibility": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "null"
          }
        ]
      },
      "template": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "null"
          }
        ]
      },
      "created_at": {
        "anyOf": [
          {
            "type": "number"
          },
          {
            "type": "null"
          }
        ]
      },
      "created_by": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "null"
          }
        ]
      },
      "last_modified_at": {
        "anyOf": [
          {
            "type": "number"
          },
          {
            "type": "null"
          }
        ]
      }
    }
  },
  "Items": {
    "type": "array",
    "items": {}
  },
  "Named": {
    "type": "object",
    "required": [
      "name"
    ],
    "properties": {
      "name": {
        "type": "string"
      }
    }
  },
  "Page": {
    "type": "object",
    "required": [
      "data"
    ],
    "properties": {
      "data": {
        "type": "array",
        "items": {}
      },
      "pagination": {
        "type": "object",
        "required": [
          "page_count"
        ],
        "properties": {
          "page_count": {
            "type": "integer"
          },
          "total": {}
        }
      }
    }
  },
  "Trail": {
    "type": "object",
    "required": [
      "name",
      "compliance_status"
    ],
    "properties": {
      "name": {
        "type": "string"
      },
      "compliance_status": {
        "type": "object",
        "required": [
          "status",
          "attestations_statuses"
        ],
        "properties": {
          "status": {
            "type": "string"
          },
          "is_compliant": {
            "anyOf": [
              {
                "type": "boolean"
              },
              {
                "type": "null"
              }
            ]
          },
          "attestations_statuses": {
            "type": "array",
            "items": {
              "type": "object",
              "required": [
                "attestation_name"
              ],
              "properties": {
                "attestation_name": {
                  "type": "string"
                },
                "attestation_type": {
                  "anyOf": [
                    {
                      "type": "string"
                    },
                    {
                      "type": "null"
                    }
                  ]
                },
                "attestation_id": {
                  "anyOf": [
                    {
                      "type": "string"
                    },
                    {
                      "type": "null"
                    }
                  ]
                },
                "overridden_attestation_id": {
                  "anyOf": [
                    {
                      "type": "string"
                    },
                    {
                      "type": "null"
                    }
                  ]
                },
                "status": {
                  "anyOf": [
                    {
                      "type": "string"
                    },
                    {
                      "type": "null"
                    }
                  ]
                },
                "is_compliant": {
                  "anyOf": [
                    {
                      "type": "boolean"
                    },
                    {
                      "type": "null"
                    }
                  ]
                },
                "unexpected": {
                  "anyOf": [
                    {
                      "type": "boolean"
                    },
                    {
                      "type": "null"
                    }
                  ]
                }
              }
            }
          },
          "artifacts_statuses": {
            "anyOf": [
              {
                "type": "object",
                "patternProperties": {
                  "^[\\s\\S]*$": {
                    "type": "object",
                    "required": [
                      "status",
                      "attestations_statuses"
                    ],
                    "properties": {
                      "artifact_fingerprint": {
                        "anyOf": [
                          {
                            "type": "string"
                          },
                          {
                            "type": "null"
                          }
                        ]
                      },
                      "artifact_id": {
                        "anyOf": [
                          {
                            "type": "string"
                          },
                          {
                            "type": "null"
                          }
                        ]
                      },
                      "status": {
                        "type": "string"
                      },
                      "is_compliant": {
                        "anyOf": [
                          {
                            "type": "boolean"
                          },
                          {
                            "type": "null"
                          }
                        ]
                      },
                      "attestations_statuses": {
                        "type": "array",
                        "items": {
                          "type": "object",
                          "required": [
                            "attestation_name"
                          ],
                          "properties": {
                            "attestation_name": {
                              "type": "string"
                            },
                            "attestation_type": {
                              "anyOf": [
                                {
                                  "type": "string"
                                },
                                {
                                  "type": "null"
                                }
                              ]
                            },
                            "attestation_id": {
                              "anyOf": [
                                {
                                  "type": "string"
                                },
                                {
                                  "type": "null"
                                }
                              ]
                            },
                            "overridden_attestation_id": {
                              "anyOf": [
                                {
                                  "type": "string"
                                },
                                {
                                  "type": "null"
                                }
                              ]
                            },
                            "status": {
                              "anyOf": [
                                {
                                  "type": "string"
                                },
                                {
                                  "type": "null"
                                }
                              ]
                            },
                            "is_compliant": {
                              "anyOf": [
                                {
                                  "type": "boolean"
                                },
                                {
                                  "type": "null"
                                }
                              ]
                            },
                            "unexpected": {
                              "anyOf": [
                                {
                                  "type": "boolean"
                                },
                                {
                                  "type": "null"
                                }
                              ]
                            }
                          }
                        }
                      },
                      "unexpected": {
                        "anyOf": [
                          {
                            "type": "boolean"
                          },
                          {
                            "type": "null"
                          }
                        ]
                      },
                      "evaluated_at": {
                        "anyOf": [
                          {
                            "type": "number"
                          },
                          {
                            "type": "null"
                          }
                        ]
                      },
                      "flow_template_id": {
                        "anyOf": [
                          {
                            "type": "string"
                          },
                          {
                            "type": "null"
                          }
                        ]
                      }
                    }
                  }
                }
              },
              {
                "type": "null"
              }
            ]
          },
          "evaluated_at": {
            "anyOf": [
              {
                "type": "number"
              },
              {
                "type": "null"
              }
            ]
          },
          "flow_template_id": {
            "anyOf": [
              {
                "type": "string"
              },
              {
                "type": "null"
              }
            ]
          }
        }
      },
      "compliance_state": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "null"
          }
        ]
      },
      "is_compliant": {
        "anyOf": [
          {
            "type": "boolean"
          },
          {
            "type": "null"
          }
        ]
      },
      "html_url": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "null"
          }
        ]
      },
      "created_at": {
        "anyOf": [
          {
            "type": "number"
          },
          {
            "type": "null"
          }
        ]
      },
      "last_modified_at": {
        "anyOf": [
          {
            "type": "number"
          },
          {
            "type": "null"
          }
        ]
      }
    }
  }
};
