/** The product name where no owner has chosen another (`content/brand.json`). */
export const defaultProductName = 'Aitai'

/** Fills the placeholders of a text. A placeholder without a value stays visible. */
export const fill = (text: string, values: Readonly<Record<string, string | number>> = {}): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

const withSeparators = new Intl.NumberFormat('en', { maximumFractionDigits: 4 })

/** A number of a refusal as its text shows it: 10,000,000, a price to a ten thousandth of a yen, − for a minus. */
export const numberInText = (value: number): string => withSeparators.format(value).replace('-', '−')
