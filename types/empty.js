// What `import 'oui-elements/types/jsx'` is when it runs: the types are all there is to it.
export {};
