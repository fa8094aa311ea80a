import type { FixField, FixMessage } from '../../src/wire/fix-message.ts'

/** Reads fields as people write them: `11=A1|55=7203.T`. */
export const fieldsOf = (text: string): FixField[] =>
  text === ''
    ? []
    : text.split('|').map((field) => {
        const equals = field.indexOf('=')
        return [Number(field.slice(0, equals)), field.slice(equals + 1)]
      })

/** Reads a message whose first field is its type: `35=D|34=2|11=A1`. */
export function messageOf(text: string): FixMessage {
  const [[, type] = [35, ''], ...fields] = fieldsOf(text)
  return { type, fields }
}

/** Writes a message the same way. */
export const textOf = ({ type, fields }: FixMessage): string =>
  [`35=${type}`, ...fields.map(([tag, value]) => `${tag}=${value}`)].join('|')
