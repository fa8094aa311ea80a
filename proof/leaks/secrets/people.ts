import { randomBytes } from 'node:crypto'
import type { Installation, Member } from './installation.ts'

/** Who is in the house: three institutions, two brokers, and what they are called. */
export interface ScanAccounts {
  readonly alder: Member
  /** Signs in with a code by SMS. */
  readonly birch: Member
  readonly cypress: Member
  readonly hinoki: Member
  readonly kaede: Member
  readonly phone: string
  /** The names of the institutions, in order. */
  readonly firms: readonly string[]
}

const firms = ['Alder', 'Birch', 'Cypress'] as const
const brokers = ['Hinoki', 'Kaede'] as const

/** Sets the house up as an operator does, and lets everybody sign in for the first time. */
export async function setUpAccounts(house: Installation): Promise<ScanAccounts> {
  const { canaries } = house
  const why = ['--reason', canaries.word('reason of an operator', 'of the set-up')]
  for (const name of firms) await house.aitai('firm add', ['--name', name, ...why])
  for (const name of brokers) {
    await house.aitai('broker add', ['--name', name, '--short-name', name, '--swap', ...why])
    for (const firm of firms) await house.aitai('broker assign', ['--firm', firm, '--short-name', name])
  }
  const phone = canaries.phone('of birch')
  const trader = (firm: string): string[] => ['--role', 'TRADER', '--firm', firm]
  const broker = (name: string): string[] => ['--role', 'BROKER', '--broker', name]
  const alder = await invited(house, 'alder', [...trader('Alder'), '--phone', canaries.phone('of alder')])
  const birch = await invited(house, 'birch', [...trader('Birch'), '--two-factor', '--phone', phone])
  const cypress = await invited(house, 'cypress', trader('Cypress'), canaries.password('of cypress'))
  const hinoki = await invited(house, 'hinoki', [...broker('Hinoki'), '--language', 'ja'])
  const kaede = await invited(house, 'kaede', broker('Kaede'))
  for (const member of [alder, hinoki, kaede]) await firstSignIn(house, member)
  await firstSignIn(house, birch, phone)
  await signIn(house, cypress)
  return { alder, birch, cypress, hinoki, kaede, phone, firms }
}

async function invited(
  house: Installation,
  who: string,
  words: string[],
  password?: string,
): Promise<Member> {
  const { canaries } = house
  const [first, last] = [canaries.name(`of ${who}`), canaries.name(`of ${who}'s family`)]
  const email = canaries.email(`of ${who}`)
  const names = ['--email', email, '--first-name', first, '--last-name', last]
  const own = password === undefined ? {} : { input: `${password}\n` }
  const flag = password === undefined ? [] : ['--password-stdin']
  const said = await house.aitai('user add', [...names, ...words, ...flag], own)
  const { userId } = JSON.parse(said) as { userId: string }
  canaries.keep('user id', `of ${who}`, userId)
  const address = canaries.address(`of ${who}`)
  return { email, name: first, address, password: password ?? '', token: null }
}

/** Four groups of four letters and digits. */
const temporary = /\b([a-z2-9]{4}(?:-[a-z2-9]{4}){3})\b/

/** The temporary password out of the newest mail. */
export async function temporaryPasswordOf(
  house: Installation,
  { email }: Member,
  besides: readonly string[] = [],
): Promise<string> {
  const password = await house.letter(email, temporary, besides)
  return house.canaries.keep('temporary password', 'of a letter', password)
}

/** With the temporary password of the invitation: an own one is set, and then counts. */
async function firstSignIn(house: Installation, member: Member, phone?: string): Promise<void> {
  member.password = await temporaryPasswordOf(house, member)
  await signIn(house, member, phone)
  const password = house.canaries.password('a first own one')
  const wrong = { password, passwordConfirmation: house.canaries.password('typed differently') }
  await house.asks(member, '/user/update-temp-password', { body: wrong }, 400)
  const body = { password, passwordConfirmation: password }
  await house.asks(member, '/user/update-temp-password', { body })
  member.password = password
  await signIn(house, member, phone)
}

const usedCodes: string[] = []

/** Signs in, with a code where one is asked for. */
export async function signIn(house: Installation, member: Member, phone?: string): Promise<void> {
  const { canaries } = house
  const body = { email: member.email, password: member.password }
  const { status, body: said } = await house.calls<{ token: string }>(member, '/login', { body, token: null })
  if (status !== (phone ? 401 : 200)) throw new Error(`a sign-in was answered with ${status}`)
  if (!phone) member.token = canaries.keep('session token', 'of a sign-in', said.token)
  else member.token = await withCode(house, member, phone, said.token)
}

async function withCode(house: Installation, member: Member, phone: string, token: string): Promise<string> {
  const { canaries } = house
  canaries.keep('two-factor token', 'of a sign-in', token)
  const fresh = async (): Promise<string> => {
    const code = await house.letter(phone, /\b(\d{6})\b/, usedCodes)
    usedCodes.push(code)
    return canaries.keep('code', 'of a sign-in', code)
  }
  const otp = await fresh()
  const wrong = canaries.keep(
    'code',
    'a wrong one',
    otp.replace(/\d/g, (digit) => String(9 - Number(digit))),
  )
  await house.asks(member, '/2fa/verify', { body: { otp: wrong }, token }, 401)
  const verified = await house.asks<{ access_token: string }>(member, '/2fa/verify', { body: { otp }, token })
  return canaries.keep('session token', 'of a code', verified.access_token)
}

/** Nobody who has an account. */
export const unknownMember = (house: Installation): Member => ({
  email: house.canaries.email('of nobody', 'address of a stranger'),
  name: '',
  token: null,
  address: house.canaries.address('of a stranger'),
  password: randomBytes(8).toString('hex'),
})
