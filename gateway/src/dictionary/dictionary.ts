import { readXml, type XmlElement } from './xml.ts'

/** A field: its number, its type as QuickFIX spells it, and its values if they are enumerated. */
export interface DictionaryField {
  readonly tag: number
  readonly name: string
  readonly type: string
  readonly values: ReadonlySet<string> | null
}

/** What a message, the header, the trailer or an entry of a repeating group consists of. */
export interface Members {
  /** Each tag and its rank. The order matters in repeating groups only. */
  readonly ranks: ReadonlyMap<number, number>
  readonly required: readonly number[]
  /** The repeating groups by the tag that counts their entries. The tag of rank 0 begins an entry. */
  readonly groups: ReadonlyMap<number, Members>
  /** Every tag, those within the groups included. */
  readonly tags: ReadonlySet<number>
}

interface NewMembers extends Members {
  readonly ranks: Map<number, number>
  readonly required: number[]
  readonly groups: Map<number, Members>
  readonly tags: Set<number>
}

/** The messages of one version of FIX. */
export interface Dictionary {
  readonly beginString: string
  readonly header: Members
  readonly trailer: Members
  readonly messages: ReadonlyMap<string, Members>
  readonly fields: ReadonlyMap<number, DictionaryField>
}

/** The reader of frames has checked these. */
const framing: ReadonlySet<number> = new Set([8, 9, 35, 10])

/**
 * Reads a data dictionary in QuickFIX's XML format, which counterparties load as well. Throws if it names a field or
 * a component that it does not define.
 */
export function parseDictionary(xml: string): Dictionary {
  const root = readXml(xml)
  const childrenOf = (name: string): readonly XmlElement[] =>
    root.children.find((child) => child.name === name)?.children ?? []
  const fields = childrenOf('fields').map(fieldOf)
  const reader = new MemberReader(
    new Map(fields.map(({ name, tag }) => [name, tag])),
    new Map(childrenOf('components').map((element) => [attributeOf(element, 'name'), element])),
  )
  return {
    beginString: `FIX.${attributeOf(root, 'major')}.${attributeOf(root, 'minor')}`,
    header: reader.read(childrenOf('header')),
    trailer: reader.read(childrenOf('trailer')),
    messages: new Map(
      childrenOf('messages').map((element) => [
        attributeOf(element, 'msgtype'),
        reader.read(element.children),
      ]),
    ),
    fields: new Map(fields.map((field) => [field.tag, field])),
  }
}

function attributeOf({ name: element, attributes }: XmlElement, name: string): string {
  const value = attributes[name]
  if (value === undefined) throw new Error(`data dictionary: <${element}> without ${name}`)
  return value
}

function fieldOf(element: XmlElement): DictionaryField {
  const values = element.children.map((value) => attributeOf(value, 'enum'))
  return {
    tag: Number(attributeOf(element, 'number')),
    name: attributeOf(element, 'name'),
    type: attributeOf(element, 'type'),
    values: values.length > 0 ? new Set(values) : null,
  }
}

class MemberReader {
  readonly #tags: ReadonlyMap<string, number>
  readonly #components: ReadonlyMap<string, XmlElement>

  constructor(tags: ReadonlyMap<string, number>, components: ReadonlyMap<string, XmlElement>) {
    this.#tags = tags
    this.#components = components
  }

  read(elements: readonly XmlElement[]): Members {
    const members: NewMembers = { ranks: new Map(), required: [], groups: new Map(), tags: new Set() }
    this.#add(elements, true, members)
    return members
  }

  /** Adds elements; within a component that is not required, none of them is. */
  #add(elements: readonly XmlElement[], isRequired: boolean, members: NewMembers): void {
    for (const element of elements) {
      const name = attributeOf(element, 'name')
      const isNeeded = isRequired && element.attributes.required === 'Y'
      if (element.name === 'component') {
        const component = this.#components.get(name)
        if (!component) throw new Error(`data dictionary: no component ${name}`)
        this.#add(component.children, isNeeded, members)
        continue
      }
      const tag = this.#tags.get(name)
      if (tag === undefined) throw new Error(`data dictionary: no field ${name}`)
      members.ranks.set(tag, members.ranks.size)
      if (isNeeded && !framing.has(tag)) members.required.push(tag)
      members.tags.add(tag)
      if (element.name !== 'group') continue
      const group = this.read(element.children)
      members.groups.set(tag, group)
      for (const of of group.tags) members.tags.add(of)
    }
  }
}
