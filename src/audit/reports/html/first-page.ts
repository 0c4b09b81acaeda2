import { html, webLink, type Child, type Html } from '../../../html/index.ts';
import type { Facts, FirstPage, PageVerdict, Part, Piece, Words } from '../first-page/page.ts';
import { badge, code, facts, line, moment, name, table } from './parts.ts';

export function printed(words: Words): Html {
  return html`${words.map(piece)}`;
}

function piece(one: Piece): Child {
  if (typeof one === 'string') return one;
  switch (one.kind) {
    case 'strong':
      return html`<b>${line(one.text)}</b>`;
    case 'name':
      return name(one.text);
    case 'code':
      return one.text.length > 30 ? html`<code class="long">${line(one.text)}</code>` : code(one.text);
    case 'link':
      return one.to.startsWith('#') ? html`<a href="${one.to}">${line(one.text)}</a>` : webLink(one.to, line(one.text));
    case 'moment':
      return moment(one.at);
    case 'state':
      return badge(one.badge);
  }
}

export function printedFacts(all: Facts): Html {
  return facts(...all.map(([term, value]) => [term, printed(value)] as const));
}

export function printedVerdict({ mark, tone, why, word }: PageVerdict): Html {
  return html`<div class="verdict ${tone}">
    <p class="word"><span aria-hidden="true">${mark}</span> ${word}</p>
    ${why.map((sentence) => html`<p>${printed(sentence)}</p>`)}
  </div> `;
}

export function printedCover({ facts: all, heading, verdict }: FirstPage, foot: Html): Html {
  const [columns, empty] = [
    ['', 'Name', 'Date', 'Signature'],
    ['', '', ''],
  ] as const;
  return html`<div class="cover">
    <p class="heading">${line(heading)}</p>
    ${printedFacts(all)} ${facts(['Foot of each sheet', foot])}
    <p class="word"><span aria-hidden="true">${verdict.mark}</span> ${verdict.word}</p>
    ${table('signatures', 'To be filled in by hand', columns, [
      ['Prepared by', ...empty],
      ['Reviewed by', ...empty],
    ])}
  </div> `;
}

export function printedPart(part: Part): Html {
  switch (part.kind) {
    case 'sentences':
      return html`${part.sentences.map((sentence, index) => (index === 0 ? html`<p id="${part.id}">${printed(sentence)}</p> ` : html`<p>${printed(sentence)}</p> `))}`;
    case 'list':
      return html`<p id="${part.id}-caption"><b>${printed(part.caption)}</b></p>
        <ul id="${part.id}" aria-labelledby="${part.id}-caption">
          ${part.items.map((item) => html`<li>${printed(item)}</li>`)}
        </ul> `;
    case 'table':
      return table(
        part.id,
        printed(part.caption),
        part.columns,
        part.rows.map((cells) => cells.map(printed)),
      );
  }
}
