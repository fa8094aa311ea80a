import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { invalid } from './failures.ts'

/** The parts of a JSON schema that a declared call uses. */
interface Shape {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
  readonly maxItems?: number
  readonly anyOf?: readonly Shape[]
}

type Picker = (value: unknown) => unknown

const isFlat = (shape: Shape): boolean => shape.type !== 'object' && shape.type !== 'array' && !shape.anyOf

/** A function that copies what a schema declares, and nothing else. */
function pickerOf(shape: Shape): Picker {
  if (shape.anyOf) return pickerOfUnion(shape.anyOf)
  if (shape.type === 'object' && shape.properties) return pickerOfObject(shape.properties)
  if (shape.type === 'array' && shape.items) {
    const pick = pickerOf(shape.items)
    // One too many is enough to be refused: a list of a million is not looked through for what else is wrong.
    const most = (shape.maxItems ?? Number.POSITIVE_INFINITY) + 1
    return (value) => (Array.isArray(value) ? value.slice(0, most).map(pick) : value)
  }
  return (value) => value
}

function pickerOfObject(properties: Readonly<Record<string, Shape>>): Picker {
  const pickers = Object.entries(properties).map(([name, shape]) => [name, pickerOf(shape)] as const)
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const given = value as Readonly<Record<string, unknown>>
    const picked: Record<string, unknown> = {}
    for (const [name, pick] of pickers) if (given[name] !== undefined) picked[name] = pick(given[name])
    return picked
  }
}

function pickerOfUnion(shapes: readonly Shape[]): Picker {
  if (shapes.every(isFlat)) return (value) => value
  const choices = shapes.map((shape) => ({ pick: pickerOf(shape), fits: Compile(shape as TSchema) }))
  return (value) => {
    for (const { pick, fits } of choices) {
      const picked = pick(value)
      if (fits.Check(picked)) return picked
    }
    return undefined
  }
}

/**
 * The filter of a reply schema: copies the declared fields of an answer and throws when one is missing or of
 * another type. What is not declared cannot leave (design 7), whatever a handler gives.
 */
export function replyFilter(schema: TSchema): Picker {
  const pick = pickerOf(schema as Shape)
  const declared = Compile(schema)
  return (value) => {
    const picked = pick(value)
    if (declared.Check(picked)) return picked
    throw new Error(`the answer is not what is declared: ${faultOf(declared, picked)}`)
  }
}

/**
 * The filter of what a client sends: its declared fields, or a failure that names the first wrong one.
 * Nothing is turned into another type, and what is not declared is not even read.
 */
export function requestFilter(schema: TSchema): Picker {
  const pick = pickerOf(schema as Shape)
  const declared = Compile(schema)
  return (value) => {
    const picked = pick(value)
    if (!declared.Check(picked)) throw invalid(faultOf(declared, picked))
    const unkept = placeOfNul(picked)
    if (unkept !== null) throw invalid(unkept || 'body')
    return picked
  }
}

/**
 * Where a text holds the character NUL, if one does: PostgreSQL cannot keep it, and no name, address or word
 * has one.
 */
function placeOfNul(value: unknown, place = ''): string | null {
  if (typeof value === 'string') return value.includes('\0') ? place : null
  if (typeof value !== 'object' || value === null) return null
  for (const [name, each] of Object.entries(value)) {
    const found = placeOfNul(each, place ? `${place}/${name}` : name)
    if (found !== null) return found
  }
  return null
}

/** The field that is wrong, such as `brokerIds` or `0/brokerIds/4`; `body` when it is the whole. */
function faultOf(declared: Validator, value: unknown): string {
  const error = declared.Errors(value)[0]
  const missing = error?.keyword === 'required' ? error.params.requiredProperties[0] : undefined
  const path = [error?.instancePath.slice(1), missing].filter((part) => part).join('/')
  return path || 'body'
}
