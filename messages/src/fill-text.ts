/** The product name where no owner has chosen another (`content/brand.json`). */
export const defaultProductName = 'Aitai'

/** Fills the placeholders of a text. A placeholder without a value stays visible. */
export const fill = (text: string, values: Readonly<Record<string, string | number>> = {}): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
