import { css } from 'lit';

/**
 * The colours of code. Each is a public token, such as `--agent-code-keyword`; with forced colours the text has the
 * page's own.
 */
export const codeColours = css`
  .code {
    --_code-keyword: var(--agent-code-keyword, light-dark(#8a2f9e, #d8a2ee));
    --_code-string: var(--agent-code-string, light-dark(#24683a, #9fd6a8));
    --_code-comment: var(--agent-code-comment, light-dark(#666d62, #969d92));
    --_code-number: var(--agent-code-number, light-dark(#94510a, #efb67a));
    --_code-title: var(--agent-code-title, light-dark(#1a5aad, #8fbdf7));
    --_code-type: var(--agent-code-type, light-dark(#0b676e, #83d0d6));
    --_code-attribute: var(--agent-code-attribute, light-dark(#7a4708, #e4c285));
    --_code-tag: var(--agent-code-tag, light-dark(#a32c45, #f5a0ae));
    --_code-meta: var(--agent-code-meta, light-dark(#5b5f9c, #b3b7ee));
    --_code-addition: var(--agent-code-addition, light-dark(#1d6b38, #84d79c));
    --_code-deletion: var(--agent-code-deletion, light-dark(#b02a24, #ff9d94));
  }
  @media (forced-colors: none) {
    ::highlight(oui-code-keyword) {
      color: var(--_code-keyword);
    }
    ::highlight(oui-code-string) {
      color: var(--_code-string);
    }
    ::highlight(oui-code-comment) {
      color: var(--_code-comment);
    }
    ::highlight(oui-code-number) {
      color: var(--_code-number);
    }
    ::highlight(oui-code-title) {
      color: var(--_code-title);
    }
    ::highlight(oui-code-type) {
      color: var(--_code-type);
    }
    ::highlight(oui-code-attribute) {
      color: var(--_code-attribute);
    }
    ::highlight(oui-code-tag) {
      color: var(--_code-tag);
    }
    ::highlight(oui-code-meta) {
      color: var(--_code-meta);
    }
    ::highlight(oui-code-addition) {
      color: var(--_code-addition);
    }
    ::highlight(oui-code-deletion) {
      color: var(--_code-deletion);
    }
  }
`;
