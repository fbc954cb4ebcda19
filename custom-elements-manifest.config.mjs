import { readFileSync } from 'node:fs';

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
  plugins: [publicFace],
};
