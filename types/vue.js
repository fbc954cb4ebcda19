// The types are all there is to it.
export {};
