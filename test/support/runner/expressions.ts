import { Evaluator, Lexer, Parser, data } from '@actions/expressions';
import type { AllContexts } from './contexts.ts';

// `input-default-context` of the runner's action_yaml.json, less `hashFiles`: nothing else may be named in a default.
const allowed = ['github', 'strategy', 'matrix', 'job', 'runner'];

/** Evaluates the `${{ … }}` in an input's default with GitHub's own expression evaluator. Throws on an unknown context or function. */
export function evaluateDefault(template: string, contexts: AllContexts): string {
  if (!template.includes('${{')) return template;
  const values: data.Dictionary = JSON.parse(JSON.stringify(contexts), data.reviver);
  return template.replaceAll(expression, (_, source: string, end: string | undefined) => {
    if (end === undefined)
      throw new Error(`The expression is not closed: an unescaped \${{ was found without a matching }} in '${template}'`);
    const tree = new Parser(new Lexer(source.trim()).lex().tokens, allowed, []).parse();
    const result = new Evaluator(tree, values).evaluate();
    if (!result.primitive) throw new Error(`'${source.trim()}' is no text but an ${result.coerceString()}`);
    return result.coerceString();
  });
}

// `}}` inside quotes does not end an expression; the end is optional so that an open one is found.
const expression = /\$\{\{((?:'[^']*'|(?!\}\})[^'])*)(\}\})?/g;
