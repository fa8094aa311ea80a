import { Role } from '@aitai/contract/words.ts'
import Type, { type Static, type TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { addBroker, assignBroker } from './brokers.ts'
import { importEquities } from './equities.ts'
import { explainMatch } from './explain.ts'
import { addFirm } from './firms.ts'
import { type Office, type OfficeAnswer, refused } from './office.ts'
import { readOutbox } from './outbox.ts'
import { verifyReplay } from './replay.ts'
import { showStatus } from './status.ts'
import { addUser, listUsers } from './users.ts'

const strict = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })
const text = Type.String()
const flag = Type.Optional(Type.Boolean())

interface OfficeCommand<A extends TSchema> {
  readonly args: A
  run(office: Office, args: Static<A>): Promise<OfficeAnswer>
}
const command = <A extends TSchema>(args: A, run: OfficeCommand<A>['run']): OfficeCommand<A> => ({
  args,
  run,
})

const nothing = strict({})

/** Everything the back office can do, whether over the socket of a running server or on its data. */
const commands = {
  'firm add': command(strict({ name: text, affiliateGroup: Type.Optional(text) }), addFirm),
  'broker add': command(
    strict({ name: text, shortName: text, contact: Type.Optional(text), swapEnabled: flag }),
    addBroker,
  ),
  'broker assign': command(strict({ firm: text, shortName: text }), assignBroker),
  'user add': command(
    strict({
      email: text,
      firstName: text,
      lastName: text,
      role: Role,
      firm: Type.Optional(text),
      broker: Type.Optional(text),
      phone: Type.Optional(text),
      twoFactor: flag,
      language: Type.Optional(Type.Union([Type.Literal('en'), Type.Literal('ja')])),
      password: Type.Optional(text),
    }),
    addUser,
  ),
  'user list': command(nothing, listUsers),
  outbox: command(nothing, readOutbox),
  'equities import': command(strict({ csv: text, dryRun: flag, yes: flag }), importEquities),
  status: command(nothing, showStatus),
  'replay verify': command(nothing, verifyReplay),
  'explain match': command(
    strict({ a: text, b: text, at: Type.Optional(Type.Integer()), by: text, reason: text }),
    explainMatch,
  ),
}

export type OfficeCommandName = keyof typeof commands
/** What a command must be told. */
export type OfficeArgs<N extends OfficeCommandName> = Static<(typeof commands)[N]['args']>

const isCommandName = (name: string): name is OfficeCommandName => Object.hasOwn(commands, name)

/** Does a command. Names and arguments are checked, for they may come from a newer or older `aitai`. */
export async function perform(office: Office, name: string, args: unknown): Promise<OfficeAnswer> {
  if (!isCommandName(name)) return refused('UNKNOWN', `The server knows no command '${name}'.`)
  const { args: schema, run } = commands[name] as OfficeCommand<TSchema>
  if (!Check(schema, args)) return refused('INVALID', `The arguments of '${name}' are not valid.`)
  return await run(office, args)
}
