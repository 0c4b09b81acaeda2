#!/bin/bash
# Answers for systemctl and journalctl where no systemd runs: starts what a unit says, as the user and under the filters of
# system calls that it names.
set -euf
units=/etc/systemd/system
now=no words=()
for each in "$@"; do
  case $each in
    --now) now=yes ;;
    --unit) ;;
    -*) ;;
    *) words+=("$each") ;;
  esac
done

value() { sed -n "s/^$2=//p" "$units/$1"; }

# The variables of the unit, and its command as words.
command_of() {
  while IFS= read -r line; do
    case $line in '' | '#'*) ;; *) export "${line%%=*}=${line#*=}" ;; esac
  done < <(value "$1" Environment; value "$1" EnvironmentFile | xargs cat)
  eval "words=($(value "$1" "$2"))"
}

stop() {
  local file=/run/$1.pid
  test -f "$file" || return 0
  kill -TERM "$(cat "$file")"
  while kill -0 "$(cat "$file")" 2>/dev/null; do sleep 0.1; done
  rm "$file"
}

start() {
  (
    folder=$(value "$1" StateDirectory)
    test -z "$folder" || install -d -m 0700 -o "$(value "$1" User)" "/var/lib/$folder"
    command_of "$1" ExecStart
    as=(setpriv "--reuid=$(value "$1" User)" "--regid=$(value "$1" Group)" --init-groups --no-new-privs --bounding-set=-all --inh-caps=-all
      /usr/bin/python3 /opt/answers/filtered.py "$units/$1")
    umask 0077
    if test "$(value "$1" Type)" = oneshot; then
      "${as[@]}" "${words[@]}"
      command_of "$1" ExecStartPost
      "${as[@]}" "${words[@]}"
    else
      setsid "${as[@]}" "${words[@]}" >>"/run/$1.log" 2>&1 &
      echo $! >"/run/$1.pid"
    fi
  )
}

if test "${0##*/}" = journalctl; then
  tail -n 5 "/run/${words[0]}.log"
  exit 0
fi
unit=${words[1]:-}
case ${words[0]} in
  daemon-reload) find $units -name 'compliance-evidence*' -exec systemd-analyze verify {} + ;;
  enable) case $now$unit in yes*.service) start "$unit" ;; esac ;;
  start) start "$unit" ;;
  stop) stop "$unit" ;;
  restart) stop "$unit"; start "$unit" ;;
  status) kill -0 "$(cat "/run/$unit.pid")" && echo "$unit runs" ;;
  *) echo "systemctl ${words[0]} is not answered for" >&2; exit 1 ;;
esac
