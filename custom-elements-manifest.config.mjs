import { readFileSync } from 'node:fs';

/** A default that is written as the name of a constant is told as its value. */
const constants = {
  name: 'constants',
  analyzePhase({ ts, node, moduleDoc }) {
    if (!ts.isVariableDeclaration(node) || !node.initializer || !ts.isLiteralExpression(node.initializer))
      return;
    (moduleDoc.constants ??= {})[node.name.getText()] = node.initializer.getText();
  },
  moduleLinkPhase({ moduleDoc }) {
    const { constants: values = {}, declarations = [] } = moduleDoc;
    for (const { attributes = [], members = [] } of declarations)
      for (const item of [...attributes, ...members])
        if (Object.hasOwn(values, item.default)) item.default = values[item.default];
    delete moduleDoc.constants;
  },
};

/** Private members are nobody's business, and a consumer loads what `tsc` made, not the source. */
const publicFace = {
  name: 'public-face',
  moduleLinkPhase({ moduleDoc }) {
    for (const declaration of moduleDoc.declarations ?? []) {
      // Of `dispatchEvent(new SomeEvent(id))` the analyser takes `id` for the event's name; ours are documented.
      declaration.events = declaration.events?.filter(({ name }) => name?.includes('-') || name === 'change');
      if (!declaration.members) continue;
      declaration.members = declaration.members.filter(
        ({ name, privacy, static: isStatic }) =>
          !name.startsWith('#') && privacy !== 'private' && privacy !== 'protected' && !isStatic,
      );
    }
  },
  packageLinkPhase({ customElementsManifest }) {
    customElementsManifest.modules = customElementsManifest.modules.filter(
      ({ declarations = [], exports = [] }) =>
        declarations.some((declaration) => declaration.customElement || declaration.kind === 'class') ||
        exports.some(({ kind }) => kind === 'custom-element-definition'),
    );
    const published = (path) =>
      path?.startsWith('components/')
        ? path.replace(/^components\/(.*)\.ts$/, 'dist/components/$1.js')
        : path;
    const walk = (node) => {
      if (Array.isArray(node)) node.forEach(walk);
      else if (node && typeof node === 'object') {
        if (typeof node.path === 'string') node.path = published(node.path);
        if (typeof node.module === 'string') node.module = published(node.module.replace(/^\//, ''));
        Object.values(node).forEach(walk);
      }
    };
    walk(customElementsManifest.modules);
  },
};

/** Of many elements the same is true. `@shows questions code` on a class says all of it, once. */
const FAMILIES = {
  questions: {
    cssParts: {
      approval: 'A question that waits for the person.',
      'approval-parameters': 'What it will touch.',
      'approval-form': 'Where its parameters are edited, or an answer of a certain shape is given.',
      'approval-field': 'Where a reason or an answer is written.',
    },
    events: {
      'agent-respond-request': ['AgentRespondRequestEvent', 'A person answers a question.'],
      'agent-settings-request': ['AgentSettingsRequestEvent', 'A person goes where a secret is entered.'],
    },
  },
  plans: { cssParts: { 'approval-plan': 'The plan that a question is about.' } },
  markdown: {
    cssParts: {
      code: 'A block of code.',
      math: 'A formula.',
      footnote: 'A footnote.',
      'load-image': 'The button in place of an image.',
      image: 'An image that the reader loaded.',
      'copy-button': 'Every button that copies.',
    },
  },
  tokens: {
    cssProperties: {
      '--agent-surface': 'The background.',
      '--agent-text': 'The colour of text.',
      '--agent-text-muted': 'The colour of what is less important.',
      '--agent-surface-sunken': 'The background of code and chips.',
      '--agent-surface-raised': 'The background of cards, buttons and fields.',
      '--agent-border': 'The colour of lines.',
      '--agent-border-strong': 'The colour of the edges of buttons and fields.',
      '--agent-accent': 'The colour of the main button.',
      '--agent-on-accent': 'The colour of text on it.',
      '--agent-focus': 'The colour of the focus ring.',
      '--agent-link': 'The colour of links.',
      '--agent-font': 'The typeface.',
      '--agent-font-mono': 'The typeface of code.',
      '--agent-font-size': ['0.875rem', 'The base size of text.'],
      '--agent-unit': ['4px', 'The step of the spacing grid.'],
      '--agent-radius': ['8px', 'The rounding of corners.'],
      '--agent-status-queued': 'The colour of what waits in a queue.',
      '--agent-status-running': 'The colour of what runs.',
      '--agent-status-preparing': 'The colour of what is being prepared.',
      '--agent-status-needs-you': 'The colour of what waits for a person.',
      '--agent-status-in-review': 'The colour of what is in review.',
      '--agent-status-blocked': 'The colour of what is blocked or tries again.',
      '--agent-status-done': 'The colour of what is done.',
      '--agent-status-failed': 'The colour of what failed.',
      '--agent-status-declined': 'The colour of what a person declined.',
      '--agent-status-cancelled': 'The colour of what was stopped.',
      '--agent-status-idle': 'The colour of what rests.',
      '--agent-code-keyword': 'The colour of keywords in code.',
      '--agent-code-string': 'The colour of strings in code.',
      '--agent-code-comment': 'The colour of comments in code.',
      '--agent-code-number': 'The colour of numbers in code.',
      '--agent-code-title': 'The colour of the names of functions and classes in code.',
      '--agent-code-type': 'The colour of types in code.',
      '--agent-code-attribute': 'The colour of attributes in code.',
      '--agent-code-tag': 'The colour of tags in code.',
      '--agent-code-meta': 'The colour of annotations in code.',
      '--agent-code-addition': 'The colour of added lines in code.',
      '--agent-code-deletion': 'The colour of removed lines in code.',
    },
  },
};

/** What stands in a family of one thing: a description, with a default before it or, for an event, its class. */
function itemOf(kind, name, said) {
  const [more, description] = Array.isArray(said) ? said : [undefined, said];
  if (kind === 'events') return { name, type: { text: more }, description };
  return { description, name, ...(more && { default: more }) };
}

/** Names that the class documents by itself stay as it documents them. */
function add(declaration, kind, items) {
  const known = new Set((declaration[kind] ?? []).map(({ name }) => name));
  declaration[kind] = [...(declaration[kind] ?? []), ...items.filter(({ name }) => !known.has(name))];
}

const tagsOf = (node, name) =>
  (node.jsDoc ?? [])
    .flatMap(({ tags = [] }) => tags)
    .filter(({ tagName }) => tagName.text === name)
    .flatMap(({ comment }) => String(comment).trim().split(/\s+/));

/**
 * `@shows <family>` adds a family. `@hands-on <panel>` adds the parts of `<agent-panel>`, as `panel__part`, and the
 * events of every `agent-*` element, for those pass through.
 */
const families = {
  name: 'families',
  analyzePhase({ ts, node, moduleDoc }) {
    if (!ts.isClassDeclaration(node)) return;
    const declaration = moduleDoc.declarations?.find(({ name }) => name === node.name?.text);
    for (const family of tagsOf(node, 'shows')) {
      if (!FAMILIES[family]) throw new Error(`${moduleDoc.path}: there is no family "${family}"`);
      for (const [kind, items] of Object.entries(FAMILIES[family]))
        add(
          declaration,
          kind,
          Object.entries(items).map(([name, said]) => itemOf(kind, name, said)),
        );
    }
    const handed = tagsOf(node, 'hands-on');
    if (handed.length > 0) declaration.handsOn = handed;
  },
  packageLinkPhase({ customElementsManifest: { modules } }) {
    const all = modules.flatMap(({ declarations = [] }) => declarations);
    for (const declaration of all.filter(({ handsOn }) => handsOn)) {
      for (const panel of declaration.handsOn) {
        const { cssParts } = all.find(({ tagName }) => tagName === `agent-${panel}`);
        add(
          declaration,
          'cssParts',
          cssParts.map(({ name, description }) => ({ description, name: `${panel}__${name}` })),
        );
      }
      const panels = all.filter((other) => other.tagName?.startsWith('agent-') && other !== declaration);
      const events = panels.flatMap((panel) => panel.events ?? []);
      add(declaration, 'events', [...new Map(events.map((event) => [event.name, event])).values()]);
      delete declaration.handsOn;
    }
  },
};

export default {
  globs: ['components/**/*.ts'],
  exclude: ['components/cdn/**', 'components/shared/locales/**'],
  litelement: true,
  packagejson: false,
  // The analyser takes files in the order the disk answers, which differs between machines; so would the manifest.
  overrideModuleCreation: ({ ts, globs }) =>
    globs
      .toSorted()
      .map((file) => ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2015, true)),
  plugins: [families, constants, publicFace],
};
