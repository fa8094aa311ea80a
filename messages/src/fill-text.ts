let product = 'Aitai'

/** Sets the product name in all texts. Called once, when a program starts. */
export const setProductName = (name: string): void => {
  product = name
}

export const productName = (): string => product

/** Fills the placeholders of a text. A placeholder without a value stays visible. */
export function fill(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(values[name] ?? (name === 'product' ? product : whole)),
  )
}
