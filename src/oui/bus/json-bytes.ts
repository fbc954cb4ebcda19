/** How many bytes of UTF-8 a JSON value takes when written. It must be JSON-safe. */
export function jsonBytes(value: unknown): number {
  if (typeof value === 'string') return textBytes(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value).length;
  let bytes = 2;
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) bytes += jsonBytes(item) + 1;
    return value.length > 0 ? bytes - 1 : bytes;
  }
  let members = 0;
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue;
    bytes += textBytes(key) + jsonBytes(item) + 2;
    members++;
  }
  return members > 0 ? bytes - 1 : bytes;
}

/** Of a text with its quotes and escapes. */
function textBytes(text: string): number {
  let bytes = 2;
  for (let index = 0; index < text.length; index++) bytes += unitBytes(text, index);
  return bytes;
}

/** Of one UTF-16 unit; a surrogate pair's four bytes are two for each half, and a lone half is written `\ud800`. */
export function unitBytes(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  if (unit === 0x22 || unit === 0x5c) return 2;
  if (unit < 0x20) return unit >= 8 && unit <= 13 && unit !== 11 ? 2 : 6;
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  if (unit < 0xd800 || unit > 0xdfff) return 3;
  const pair = unit < 0xdc00 ? text.charCodeAt(index + 1) : text.charCodeAt(index - 1);
  const whole = unit < 0xdc00 ? pair >= 0xdc00 && pair <= 0xdfff : pair >= 0xd800 && pair <= 0xdbff;
  return whole ? 2 : 6;
}
