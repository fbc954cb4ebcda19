import { css } from 'lit';

/** What an artifact says, in all its forms, and where it is written over. */
export const contentStyles = css`
  .content {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
    position: relative;
    font-size: var(--_size);
  }
  .content > p {
    font-size: var(--_small);
  }
  .content-tools {
    display: flex;
    justify-content: flex-end;
    margin-block: -8px -6px;
  }
  .content-tools .icon {
    font-size: 14px;
  }
  .content .prose {
    max-inline-size: 44rem;
  }
  .content .code {
    margin: 0;
  }
  .content .code pre {
    padding-block-start: 10px;
  }
  .content .table {
    max-block-size: 70vh;
    margin: 0;
    overflow: auto;
  }
  .content .table th {
    position: sticky;
    inset-block-start: 0;
  }
  .content .diff {
    max-block-size: none;
  }
  .plain {
    margin: 0;
    overflow-wrap: anywhere;
    font-size: var(--_tiny);
    line-height: 1.55;
    white-space: pre-wrap;
  }
  .load,
  .cut,
  .frame-bar {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 10px;
    align-items: center;
  }
  iframe {
    inline-size: 100%;
    block-size: 24rem;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: #fff;
    color-scheme: light;
  }
  .content .picture img {
    max-block-size: none;
  }

  .tree {
    overflow-x: auto;
    font: var(--_tiny) / 1.6 var(--_mono);
  }
  .tree ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .tree ul ul {
    margin-inline-start: 9px;
    padding-inline-start: 12px;
    border-inline-start: 1px solid var(--_border);
  }
  .tree-line {
    justify-content: flex-start;
    padding-inline: 0 4px;
    font: inherit;
  }
  .tree-line > .icon {
    font-size: 12px;
  }
  .tree-line[aria-expanded='true'] > .icon {
    rotate: 90deg;
  }
  .tree-line[aria-expanded='true'] > .icon:dir(rtl) {
    rotate: -90deg;
  }
  .leaf {
    padding-inline-start: 18px;
    overflow-wrap: anywhere;
  }
  .tree-key {
    color: var(--_link);
  }
  .leaf .tree-key::after {
    content: ':';
  }
  .tree-text {
    white-space: pre-wrap;
  }

  .facts {
    display: grid;
    grid-template-columns: fit-content(40%) minmax(0, 1fr);
    gap: 4px 14px;
    align-items: baseline;
    margin: 0;
    font-size: var(--_small);
  }
  .facts dt {
    color: var(--_muted);
  }
  .facts dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  .facts dd[data-fallback] {
    color: var(--_muted);
    font-style: italic;
  }
  .linked {
    margin-block-start: 14px;
  }
  h3.label {
    margin: 0 0 4px;
    font-weight: 500;
  }
  .pane .links a {
    color: var(--_link);
    font-size: var(--_tiny);
  }

  .version,
  .export {
    padding-block: 4px;
    border-block-end: 1px solid var(--_border);
  }
  .version-line,
  .export-line {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 8px;
    align-items: center;
    min-block-size: 28px;
  }
  .version-dot {
    flex: none;
    inline-size: 8px;
    block-size: 8px;
    border: 1.5px solid var(--_border-strong);
    border-radius: 50%;
  }
  [data-state='current'] > .version-line > .version-dot {
    border-color: var(--_done);
    background: var(--_done);
  }
  .version-name {
    font-weight: 500;
    overflow-wrap: anywhere;
  }
  .version-tools {
    display: inline-flex;
    flex-wrap: wrap;
    gap: 2px 6px;
    align-items: center;
    margin-inline-start: auto;
  }
  .version-tools .icon {
    font-size: 14px;
  }
  .version > .links {
    padding-inline-start: 16px;
  }
  .confirm {
    padding-block: 4px;
    padding-inline-start: 16px;
  }
  .compare {
    margin-block-start: 16px;
  }
  .compare-bar select,
  .export-bar select {
    max-inline-size: 40%;
    padding-block: 2px;
    font-size: var(--_small);
  }
  .compare-bar .icon {
    color: var(--_muted);
  }
  .export-bar {
    margin-block-end: 10px;
  }

  .review {
    margin-block: 10px;
    overflow: hidden;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
  }
  .review pre {
    max-block-size: none;
    margin: 0;
    padding: 0;
    overflow-wrap: anywhere;
    border: 0;
    border-radius: 0;
    background: transparent;
    font-size: var(--_tiny);
    line-height: 1.6;
    white-space: pre-wrap;
  }
  .review :is(.lines, ins, del) {
    padding-inline: 10px;
  }
  .review .lines {
    color: var(--_muted);
  }
  .gap {
    padding: 1px 10px;
    background: var(--_sunken);
    color: var(--_muted);
    font-size: var(--_tiny);
  }
  .hunk-head {
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
    align-items: center;
    min-block-size: 28px;
    padding-inline: 10px 4px;
    border-block-start: 1px solid var(--_border);
  }
  .hunk-head .meta {
    margin-inline-end: auto;
  }
  .hunk-head button {
    font-size: var(--_tiny);
  }
  .hunk-head .icon {
    font-size: 14px;
  }
  .hunk-head [data-verb='reject'][aria-pressed='true'] {
    border-color: var(--_failed);
    color: var(--_failed);
  }
  .hunk[data-state='rejected'] ins,
  .hunk[data-state='accepted'] del {
    opacity: 0.75;
  }
  .review-bar {
    justify-content: flex-end;
  }

  .editor {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
  }
  .editor-head {
    display: flex;
    gap: 6px;
    align-items: center;
    color: var(--_muted);
    font-size: var(--_tiny);
  }
  .editor-head .copy {
    margin-inline-start: auto;
  }
  .editor[data-state='dirty'] .editor-head,
  .editor[data-state='conflict'] .editor-head {
    color: var(--_needs-you);
  }
  .editor[data-state='failed'] .editor-head {
    color: var(--_failed);
  }
  textarea.text {
    inline-size: 100%;
    min-block-size: 12rem;
    resize: vertical;
    background: var(--_surface);
    font: var(--_small) / 1.6 var(--_mono);
    tab-size: 2;
  }
  textarea[readonly] {
    color: var(--_muted);
  }
  .conflict {
    display: grid;
    gap: 8px;
    padding: 8px 12px;
    border-inline-start: 3px solid var(--_needs-you);
    background: color-mix(in srgb, var(--_needs-you) 8%, transparent);
  }
  .conflict > p {
    display: flex;
    gap: 6px;
    align-items: center;
    font-weight: 500;
  }
  .conflict .icon {
    flex: none;
    color: var(--_needs-you);
  }
  .theirs {
    max-block-size: 18rem;
    padding: 8px 12px;
    overflow: auto;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
  }

  @media (forced-colors: active) {
    .conflict {
      border: 1px solid CanvasText;
    }
    .hunk-head [aria-pressed='true'] {
      border-color: Highlight;
    }
  }
`;
