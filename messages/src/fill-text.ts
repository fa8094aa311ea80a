let product = 'Aitai'

/** Names the product in all texts from now on, as its owner calls it: once, when a program starts. */
export const setProductName = (name: string): void => {
  product = name
}

export const productName = (): string => product

/** A text with its names filled in. A name without a value stays as it is, so that the gap is seen. */
export function fill(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(values[name] ?? (name === 'product' ? product : whole)),
  )
}
