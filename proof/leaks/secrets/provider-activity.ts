import { createHash, randomBytes } from 'node:crypto'
import { client, RealProvider } from '../../../server/test/accounts/sign-on/real-provider.ts'
import { type Installation, type Member, publicUrl } from './installation.ts'
import type { ScanAccounts } from './people.ts'

/** Who the user is at the provider, which is stored. */
const subject = 'a-subject-of-the-provider'

/**
 * Gives staff a provider, and signs a user of staff in with it, with right and wrong responses and log-outs. Returns
 * that user.
 */
export async function exerciseProviders(installation: Installation): Promise<Member> {
  const { secrets } = installation
  const clientSecret = secrets.plant(
    'client secret of a provider',
    'of staff',
    randomBytes(24).toString('base64url'),
  )
  const email = secrets.email('of staff')
  const platform = { publicUrl, url: installation.url }
  const provider = await RealProvider.start(
    platform,
    { [subject]: { email, email_verified: true } },
    clientSecret,
  )
  try {
    const user = await addUserWithProvider(installation, provider, { email, clientSecret })
    const { body } = await returned(installation, provider, user)
    await installation.callExpecting(user, '/login/provider', { body: { ...body, query: 'code=x' } }, 403)
    await installation.callExpecting(user, '/login/provider', { body }, 403)
    await signIn(installation, provider, user)
    await confirm(installation, provider, user)
    await logOut(installation, provider, user)
    await signIn(installation, provider, user)
    await installation.aitai('sign-on list')
    await installation.aitai('sign-on list', ['--json'])
    return user
  } finally {
    provider.stop()
  }
}

const reasonOption = ({ secrets }: Installation): string[] => [
  '--reason',
  secrets.word('reason of an operator', 'of a provider'),
]

/** A user of staff who signs in with a provider; a first attempt to set it is refused. */
async function addUserWithProvider(
  installation: Installation,
  { issuer }: RealProvider,
  { email, clientSecret }: { readonly email: string; readonly clientSecret: string },
): Promise<Member> {
  const { secrets } = installation
  const domain = email.slice(email.indexOf('@') + 1)
  const set = ['--staff', '--client-id', client.clientId, '--domains', domain, ...reasonOption(installation)]
  const input = `${clientSecret}\n`
  await installation.aitai('sign-on set', [...set, '--issuer', 'http://login.example'], { input, code: 1 })
  await installation.aitai('sign-on set', [...set, '--issuer', issuer], { input })
  const [first, last] = [secrets.name('of staff'), secrets.name("of staff's family")]
  const names = ['--first-name', first, '--last-name', last, '--role', 'STAFF', '--json']
  const output = await installation.aitai('user add', [email, ...names])
  secrets.plant('user id', 'of staff', (JSON.parse(output) as { userId: string }).userId)
  await installation.aitai('user grant', [email, '--grant', 'administrator', ...reasonOption(installation)])
  await installation.waitForMessage(email, /(E-mail: )/)
  return { email, name: first, address: secrets.address('of staff'), password: '', token: null }
}

interface SignInRedirect {
  readonly url: string
  readonly attempt: string
}

/** Signs in at the provider, and plants what the browser, the address bar and the provider see. */
async function atProvider(
  { secrets }: Installation,
  provider: RealProvider,
  { url, attempt }: SignInRedirect,
) {
  const plant = (what: string, value: string): string => secrets.plant('sign-in at a provider', what, value)
  plant('its token', attempt)
  const { searchParams } = new URL(url)
  for (const name of ['state', 'nonce']) plant(name, searchParams.get(name) ?? '')
  const verifier = createHash('sha256').update(`provider login|verifier|${attempt}`).digest('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  if (challenge !== searchParams.get('code_challenge')) throw new Error('the verifier is derived otherwise')
  plant('verifier', verifier)
  const back = await provider.leadsBack(url, subject)
  plant('code', back.searchParams.get('code') ?? '')
  return { body: { attempt, query: back.search.slice(1) } }
}

async function returned(installation: Installation, provider: RealProvider, user: Member) {
  const { redirect } = await installation.callExpecting<{ redirect: SignInRedirect }>(
    user,
    '/login/provider/begin',
    {
      body: { email: user.email },
      token: null,
    },
  )
  return await atProvider(installation, provider, redirect)
}

async function signIn(installation: Installation, provider: RealProvider, user: Member): Promise<void> {
  const { body } = await returned(installation, provider, user)
  const { token } = await installation.callExpecting<{ token: string }>(user, '/login/provider', {
    body,
    token: null,
  })
  user.token = installation.secrets.plant('session token', 'of a provider', token)
}

async function confirm(installation: Installation, provider: RealProvider, user: Member): Promise<void> {
  const { redirect } = await installation.callExpecting<{ redirect: SignInRedirect }>(
    user,
    '/user/confirm/provider/begin',
    { method: 'POST' },
  )
  const { body } = await atProvider(installation, provider, redirect)
  await installation.callExpecting(user, '/user/confirm/provider', { body })
  await installation.callExpecting(user, '/user/confirm/provider', { body }, 400)
}

/** Sends a forged logout token and a right one, twice. */
async function logOut(installation: Installation, provider: RealProvider, user: Member): Promise<void> {
  const notify = async (token: string, expected: number): Promise<void> => {
    installation.secrets.plant('logout token', 'of a provider', token)
    const response = await fetch(`${installation.url}/api/back-channel-logout`, {
      method: 'POST',
      body: new URLSearchParams({ logout_token: token }),
    })
    if (response.status !== expected) throw new Error(`a logout token returned ${response.status}`)
  }
  const token = await provider.logoutToken(subject)
  await notify(`${token.slice(0, -8)}AAAAAAAA`, 400)
  await notify(token, 200)
  await notify(token, 400)
  await installation.callExpecting(user, '/user/my-details', {}, 401)
}

/**
 * Credentials of an order management system and of an operator, each taken away again. Afterwards a typed name is not
 * enough for a command of the running server any more.
 */
export async function exerciseCredentials(
  installation: Installation,
  { alder }: ScanAccounts,
  user: Member,
): Promise<void> {
  const { secrets } = installation
  const issue = async (of: readonly string[], what: string) => {
    const words = [...of, '--json', ...reasonOption(installation)]
    const output = await installation.aitai('credential add', words)
    const { id, secret } = JSON.parse(output) as { id: string; secret: string }
    return { id, secret: secrets.plant('credential', what, secret) }
  }
  const oms = await issue(['--firm', 'Alder', '--user', alder.email], 'of an order management system')
  const body = { email: alder.email, credential: oms.secret }
  const { token } = await installation.callExpecting<{ token: string }>(alder, '/login/credential', {
    body,
    token: null,
  })
  secrets.plant('session token', 'of a credential', token)
  const wrong = secrets.plant('credential', 'a guessed one', `ioi_c_${randomBytes(24).toString('base64url')}`)
  await installation.callExpecting(
    alder,
    '/login/credential',
    { body: { ...body, credential: wrong }, token: null },
    403,
  )
  const revoke = (id: string, by = {}) =>
    installation.aitai('credential revoke', [id, '--yes', ...reasonOption(installation)], by)
  await revoke(oms.id)
  const own = await issue(['--staff', '--user', user.email], 'of an operator')
  const withCredential = (secret: string) => ({ env: { OPERATOR_CREDENTIAL: secret } })
  await installation.aitai('user list', [], { ...withCredential(wrong), code: 1 })
  await installation.aitai('user list', [], withCredential(own.secret))
  await installation.aitai('credential list', [], withCredential(own.secret))
  await revoke(own.id, withCredential(own.secret))
}
