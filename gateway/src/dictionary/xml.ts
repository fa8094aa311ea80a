/** An element of an XML file: its name, its attributes and the elements in it. Text is ignored. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
}

const tag = /<(\/?)([A-Za-z][\w-]*)((?:\s+[\w:-]+\s*=\s*(?:'[^']*'|"[^"]*"))*)\s*(\/?)>/g
const attribute = /([\w:-]+)\s*=\s*(?:'([^']*)'|"([^"]*)")/g
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Reads the XML of a data dictionary, which is elements and attributes without text, namespaces or a document type.
 * Throws if elements do not nest.
 */
export function readXml(text: string): XmlElement {
  const root: { name: string; attributes: Record<string, string>; children: XmlElement[] } = {
    name: '',
    attributes: {},
    children: [],
  }
  const open = [root]
  for (const [, isEnd, name = '', attributes = '', isEmpty] of text
    .replace(/<!--.*?-->/gs, '')
    .matchAll(tag)) {
    const parent = open.at(-1) ?? root
    if (isEnd) {
      if (parent.name !== name || open.length < 2) throw new Error(`XML: </${name}> ends nothing`)
      open.pop()
      continue
    }
    const element = { name, attributes: attributesOf(attributes), children: [] }
    parent.children.push(element)
    if (!isEmpty) open.push(element)
  }
  const [only] = root.children
  if (open.length > 1 || !only || root.children.length > 1) throw new Error('XML: not one whole element')
  return only
}

function attributesOf(text: string): Record<string, string> {
  const found = [...text.matchAll(attribute)]
  return Object.fromEntries(
    found.map(([, name = '', single, double]) => [
      name,
      (single ?? double ?? '').replace(/&(\w+);/g, (whole, entity: string) => entities[entity] ?? whole),
    ]),
  )
}
