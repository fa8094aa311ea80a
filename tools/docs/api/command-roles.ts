import { type Role, staffGrants } from '@aitai/contract/codes.ts'
import type { AdminCommandName } from '@aitai/server/admin/command-arguments.ts'
import { commandGrants, isOnAccounts, mayRunCommand, onlyReads } from '@aitai/server/admin/command-grants.ts'

const names = Object.keys(commandGrants) as readonly AdminCommandName[]

/** Arguments with which a command only reads, where it has others. */
const reading: Readonly<Partial<Record<AdminCommandName, object>>> = {
  'user sessions': {},
  'user authenticators': {},
  outbox: { unsent: true },
  'venue schedule': {},
}

interface CommandRow {
  readonly name: AdminCommandName
  readonly form: string
  readonly about: { readonly role?: Role; readonly isReadOnly?: boolean }
}

const rowsOf = (name: AdminCommandName): readonly CommandRow[] => {
  const given = reading[name]
  const read: readonly CommandRow[] =
    given !== undefined && onlyReads(name, given)
      ? [{ name, form: ', reading only', about: { isReadOnly: true } }]
      : []
  if (!isOnAccounts(name)) return [...read, { name, form: '', about: {} }]
  return [
    ...read,
    { name, form: ', of members', about: { role: 'TRADER' } },
    { name, form: ', of staff', about: { role: 'STAFF' } },
  ]
}

const cell = (isAllowed: boolean): string => (isAllowed ? 'yes' : 'no')

/** One line for each command of `aitai`, with the cells of the typed name, of staff without a grant and of each grant. */
export const commandLines: readonly (readonly string[])[] = names
  .flatMap(rowsOf)
  .map(({ name, form, about }) => [
    `\`${name}\`${form}`,
    cell(commandGrants[name] === 'machine'),
    cell(mayRunCommand(name, [], about)),
    ...staffGrants.map((grant) => cell(mayRunCommand(name, [grant], about))),
  ])
