import { staffGrants } from '@aitai/contract/codes.ts'
import { audiences, type Subject, subjects } from '@aitai/contract/routes/audiences.ts'
import {
  type ExpectedReply,
  expectedReplyFor,
  type RoleMatrixRow,
  roleMatrix,
} from '@aitai/server/api/role-matrix.ts'
import { type HttpMethod, httpMethods } from '@aitai/server/http/methods.ts'
import { commandLines } from './command-roles.ts'

const names: Readonly<Record<Subject, string>> = {
  anonymous: 'nobody',
  twoFactor: 'two-factor token',
  firstLogin: 'first login',
  firstPasskey: 'first passkey',
  trader: 'trader',
  deskHead: 'desk head',
  broker: 'broker',
  omsTrader: "trader's OMS",
  omsBroker: "broker's OMS",
  staff: 'staff without a grant',
  operations: 'operations',
  support: 'support',
  compliance: 'compliance',
  administrator: 'administrator',
  feed: 'feed',
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const written = ({ status, code }: ExpectedReply): string => (code ? `${status} ${code}` : `${status}`)

/** The reply to each subject for a row and a method, as cells; bold if the call is allowed. */
const cellsOf = (row: RoleMatrixRow, method: HttpMethod): readonly string[] =>
  subjects.map((subject) => {
    const reply = expectedReplyFor(row, method, subject)
    return reply === row.inside ? `**${written(reply)}**` : written(reply)
  })

/** One line for methods with equal replies. */
function linesOf(row: RoleMatrixRow): readonly string[] {
  const groups = new Map<string, HttpMethod[]>()
  for (const method of httpMethods) {
    const cells = line(cellsOf(row, method))
    groups.set(cells, [...(groups.get(cells) ?? []), method])
  }
  return [...groups].map(([cells, alike]) => `| \`${row.path}\` | ${alike.join(', ')} ${cells}`)
}

const audienceLines = Object.entries(audiences).map(([audience, members]) =>
  line([`\`${audience}\``, members.map((subject) => names[subject]).join(', ')]),
)

/** The page of the role matrix: every route with every method, for every role. */
export const rolesPage = (): string => `# Who may do what

Written by \`npm run docs\` from the table that the server's guard reads, \`contract/src/routes/audiences.ts\`. A
test asks every route that is served, by every method, as everybody, and holds the answer against this page;
a route that is not here fails it.

Each cell is the answer to a probe: an address whose parameter is \`unknown\`, with a body that is the JSON
string \`"x"\` where the call takes one. **Bold**: let in, and answered by the call itself. A method that an
address does not take is answered alike to everybody, 405 with \`Allow\`.

| Audience | Who is let in |
| --- | --- |
${audienceLines.join('\n')}

${line(['Route', 'Methods', ...subjects.map((subject) => names[subject])])}
${line(['---', '---', ...subjects.map(() => '---')])}
${roleMatrix.flatMap(linesOf).join('\n')}

The live socket asks for its token within STOMP: a trader, a broker and staff may subscribe to their own
topic; nobody else may, and every other topic is refused to everybody.

## Commands

A command of \`aitai\` and the call of the console that runs it ask the same table,
\`server/src/admin/command-grants.ts\`. A test runs every command with every credential, and every call of the
console as everybody, and holds the answers against this page. On the console a row above may be stricter.

A typed name stands for somebody without a credential, once any operator has had one; before that a name is enough for
what needs no second person, and on the data of a stopped server for everything. Members are the users of institutions
and brokers. Some of these commands then wait for a second person ([decision 155](decisions/0155-four-eyes.md)).

${line(['Command', 'typed name', names.staff, ...staffGrants.map((grant) => names[grant])])}
${line(['---', '---', '---', ...staffGrants.map(() => '---')])}
${commandLines.map(line).join('\n')}
`
