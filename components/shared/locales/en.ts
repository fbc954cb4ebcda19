/** English, built in. Keys are `<panel>.<thing>`; every other language has the same ones. */
export const en = {
  'composer.send': 'Send',
};
