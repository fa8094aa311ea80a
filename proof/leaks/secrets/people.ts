import { randomBytes } from 'node:crypto'
import type { Installation, Member } from './installation.ts'

/** The users: three institutions and two brokers. */
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

/** Sets up the installation as an operator does, and signs everybody in for the first time. */
export async function setUpAccounts(installation: Installation): Promise<ScanAccounts> {
  const { secrets } = installation
  const reasonOption = ['--reason', secrets.word('reason of an operator', 'of the set-up')]
  for (const name of firms) await installation.aitai('firm add', [name, ...reasonOption])
  for (const name of brokers) {
    await installation.aitai('broker add', [name, '--name', name, '--swap', ...reasonOption])
    for (const firm of firms) await installation.aitai('broker assign', [name, '--firm', firm])
  }
  const phone = secrets.phone('of birch')
  const trader = (firm: string): string[] => ['--role', 'TRADER', '--firm', firm]
  const broker = (name: string): string[] => ['--role', 'BROKER', '--broker', name]
  const alder = await inviteUser(installation, 'alder', [
    ...trader('Alder'),
    '--phone',
    secrets.phone('of alder'),
  ])
  const birch = await inviteUser(installation, 'birch', [
    ...trader('Birch'),
    '--two-factor',
    '--phone',
    phone,
  ])
  const cypress = await inviteUser(installation, 'cypress', trader('Cypress'), secrets.password('of cypress'))
  const hinoki = await inviteUser(installation, 'hinoki', [...broker('Hinoki'), '--language', 'ja'])
  const kaede = await inviteUser(installation, 'kaede', broker('Kaede'))
  for (const member of [alder, hinoki, kaede]) await firstSignIn(installation, member)
  await firstSignIn(installation, birch, phone)
  await signIn(installation, cypress)
  return { alder, birch, cypress, hinoki, kaede, phone, firms }
}

async function inviteUser(
  installation: Installation,
  who: string,
  words: string[],
  password?: string,
): Promise<Member> {
  const { secrets } = installation
  const [first, last] = [secrets.name(`of ${who}`), secrets.name(`of ${who}'s family`)]
  const email = secrets.email(`of ${who}`)
  const names = [email, '--first-name', first, '--last-name', last]
  const own = password === undefined ? {} : { input: `${password}\n` }
  const flag = password === undefined ? [] : ['--password-stdin']
  const output = await installation.aitai('user add', [...names, ...words, ...flag, '--json'], own)
  const { userId } = JSON.parse(output) as { userId: string }
  secrets.plant('user id', `of ${who}`, userId)
  const address = secrets.address(`of ${who}`)
  return { email, name: first, address, password: password ?? '', token: null }
}

/** Four groups of four letters and digits. */
const temporary = /\b([a-z2-9]{4}(?:-[a-z2-9]{4}){3})\b/

/** The temporary password in the newest mail. */
export async function temporaryPasswordOf(
  installation: Installation,
  { email }: Member,
  except: readonly string[] = [],
): Promise<string> {
  const password = await installation.waitForMessage(email, temporary, except)
  return installation.secrets.plant('temporary password', 'of a message', password)
}

/** Signs in with the temporary password of the invitation, sets a new password, and signs in with that. */
async function firstSignIn(installation: Installation, member: Member, phone?: string): Promise<void> {
  member.password = await temporaryPasswordOf(installation, member)
  await signIn(installation, member, phone)
  const password = installation.secrets.password('a first own one')
  const wrong = { password, passwordConfirmation: installation.secrets.password('typed differently') }
  await installation.callExpecting(member, '/user/update-temp-password', { body: wrong }, 400)
  const body = { password, passwordConfirmation: password }
  await installation.callExpecting(member, '/user/update-temp-password', { body })
  member.password = password
  await signIn(installation, member, phone)
}

const usedCodes: string[] = []

/** Signs in, with a code if two-factor is on. */
export async function signIn(installation: Installation, member: Member, phone?: string): Promise<void> {
  const { secrets } = installation
  const body = { email: member.email, password: member.password }
  const { status, body: output } = await installation.call<{ token: string }>(member, '/login', {
    body,
    token: null,
  })
  if (status !== (phone ? 401 : 200)) throw new Error(`a sign-in returned ${status}`)
  if (!phone) member.token = secrets.plant('session token', 'of a sign-in', output.token)
  else member.token = await withCode(installation, member, phone, output.token)
}

async function withCode(
  installation: Installation,
  member: Member,
  phone: string,
  token: string,
): Promise<string> {
  const { secrets } = installation
  secrets.plant('two-factor token', 'of a sign-in', token)
  const nextCode = async (): Promise<string> => {
    const code = await installation.waitForMessage(phone, /\b(\d{6})\b/, usedCodes)
    usedCodes.push(code)
    return secrets.plant('code', 'of a sign-in', code)
  }
  const otp = await nextCode()
  const wrong = secrets.plant(
    'code',
    'a wrong one',
    otp.replace(/\d/g, (digit) => String(9 - Number(digit))),
  )
  await installation.callExpecting(member, '/2fa/verify', { body: { otp: wrong }, token }, 401)
  const verified = await installation.callExpecting<{ access_token: string }>(member, '/2fa/verify', {
    body: { otp },
    token,
  })
  return secrets.plant('session token', 'of a code', verified.access_token)
}

/** Somebody without an account. */
export const unknownMember = (installation: Installation): Member => ({
  email: installation.secrets.email('of nobody', 'address of a stranger'),
  name: '',
  token: null,
  address: installation.secrets.address('of a stranger'),
  password: randomBytes(8).toString('hex'),
})
