import { type ApiCaller, signInStaff } from './trading-api.ts'

interface GrantChange {
  readonly email: string
  readonly grant: string
  readonly isGiven: boolean
}

/** Gives or takes a grant of a user of staff: the demonstration's administrator asks, and its compliance approves. */
export async function changeGrant(url: string, { email, grant, isGiven }: GrantChange): Promise<void> {
  const administrator = await signInStaff(url, 'administrator')
  const compliance = await signInStaff(url, 'compliance')
  try {
    const body = { userId: await userIdOf(administrator, email), grant, reason: 'asked by a test' }
    const path = `/operations/users/${isGiven ? 'grant' : 'revoke'}`
    // It waits for the second person, which is a failure of the call.
    await administrator.call('POST', path, body).catch(() => {})
    const { open } = await compliance.call<{ open: { id: string }[] }>('GET', '/operations/approvals')
    await compliance.call('POST', '/operations/approve', { id: open[0]?.id })
  } finally {
    for (const each of [administrator, compliance]) await each.leaves()
  }
}

async function userIdOf(caller: ApiCaller, email: string): Promise<string> {
  const { users } = await caller.call<{ users: { userId: string; email: string }[] }>(
    'GET',
    '/operations/users',
  )
  const found = users.find((user) => user.email === email)
  if (!found) throw new Error(`there is no ${email}`)
  return found.userId
}
