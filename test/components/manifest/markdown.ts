/** A picture that the server of the tests has. */
export const PICTURE = `${location.origin}/node_modules/istanbul-reports/lib/html/assets/favicon.png`;

/** Everything in an answer that has a part of its own, and code in every colour. */
export const MARKDOWN = `Read [^1] and $x$.

[^1]: A note.

\`\`\`ts
@sealed
/** Why. */
export class Total extends Sum<number> {
  static of(items: Item[]): string {
    return \`\${items.length * 2}\`;
  }
}
\`\`\`

\`\`\`html
<p class="x">text</p>
\`\`\`

\`\`\`diff
+ new
- old
\`\`\`

![A chart](${PICTURE})
`;
