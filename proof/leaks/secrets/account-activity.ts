import type { Installation, Member } from './installation.ts'
import { subscribe } from './market.ts'
import { type ScanAccounts, signIn, unknownMember } from './people.ts'

/** What people do with their accounts, rightly and wrongly. */
export async function exerciseAccounts(house: Installation, people: ScanAccounts): Promise<void> {
  await mistype(house, people)
  await changePassword(house, people.hinoki)
  await forget(house, people.cypress)
  await comeBack(house, people.kaede)
  await ask(house, people)
}

/** The wrong thing in the wrong field: what is typed is a secret all the same. */
async function mistype(house: Installation, { alder, birch }: ScanAccounts): Promise<void> {
  const { canaries } = house
  const nobody = unknownMember(house)
  const wrong = canaries.password('that is wrong')
  const tried = [
    { email: alder.email, password: wrong },
    { email: alder.email, password: birch.email },
    { email: alder.password, password: alder.email },
    { email: nobody.email, password: alder.password },
    { email: `${alder.email}\r\n${nobody.email}`, password: `${wrong}\u0000` },
    { email: String(alder.token), password: String(birch.token) },
  ]
  for (const body of tried) await house.calls(nobody, '/login', { body })
  await house.calls(nobody, '/login', { body: { email: [alder.email], password: { [wrong]: wrong } } })
}

async function changePassword(house: Installation, member: Member): Promise<void> {
  const { canaries } = house
  const password = canaries.password('a changed one')
  const body = { oldPassword: member.password, password, passwordConfirmation: password }
  const guessed = { ...body, oldPassword: canaries.password('a guessed old one') }
  await house.asks(member, '/user/update-password', { body: guessed }, 400)
  const differs = { ...body, passwordConfirmation: canaries.password('typed differently') }
  await house.asks(member, '/user/update-password', { body: differs }, 400)
  const own = { ...body, password: member.email, passwordConfirmation: member.email }
  await house.asks(member, '/user/update-password', { body: own }, 400)
  await house.asks(member, '/user/update-password', { body })
  member.password = password
}

/** Two links, of which the newest alone opens; and one for somebody who has no account. */
async function forget(house: Installation, member: Member): Promise<void> {
  const { canaries } = house
  const nobody = unknownMember(house)
  const forgot = (email: string): Promise<unknown> =>
    house.asks(nobody, `/password/forgot-password/${encodeURIComponent(email)}`)
  const link = async (besides: readonly string[]): Promise<string> => {
    await forgot(member.email)
    const token = await house.letter(member.email, /resetToken=([\w-]+)/, besides)
    return canaries.keep('reset token', 'of a link', token)
  }
  const first = await link([])
  const second = await link([first])
  await forgot(nobody.email)
  for (const token of [first, second])
    await house.asks(nobody, `/password/get-password-reset-token-status/${token}`)
  const password = canaries.password('by a link')
  const body = { password, confirmPassword: password, resetToken: second }
  await house.asks(nobody, '/password/reset-password', { body: { ...body, resetToken: first } }, 400)
  await house.asks(nobody, '/password/reset-password', { body })
  await house.asks(nobody, '/password/reset-password', { body }, 400)
  await house.asks(member, '/user/my-details', {}, 401)
  member.password = password
  await signIn(house, member)
}

/** A second sign-in ends the first, whose socket is told; then a log-out. */
async function comeBack(house: Installation, member: Member): Promise<void> {
  const before = { ...member }
  const end = await subscribe(house, member)
  await signIn(house, member)
  await house.asks(before, '/user/my-details', {}, 401)
  await end()
  await house.asks(member, '/logout', { method: 'POST' })
  await house.asks(member, '/user/my-details', {}, 401)
  await signIn(house, member)
}

/** Tokens where others belong, and codes that nobody asked for. */
async function ask(house: Installation, { alder, birch }: ScanAccounts): Promise<void> {
  const { canaries } = house
  const otp = canaries.keep('code', 'that is nobody’s', '731064')
  await house.asks(birch, '/2fa/verify', { body: { otp } }, 403)
  const forged = canaries.keep('session token', 'a forged one', `ioi_s_${canaries.word('rubbish', 'forged')}`)
  await house.asks(alder, '/user/my-details', { token: forged }, 401)
  await house.asks(alder, '/feed/quotes', { body: { quotes: [] } }, 403)
  const guessed = canaries.keep('feed token', 'a guessed one', canaries.word('rubbish', 'guessed'))
  await house.asks(alder, '/feed/quotes', { body: { quotes: [] }, token: guessed }, 401)
}
