import { configure, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { addAccount, invitedUserToken } from '../../test/support/accounts.ts'
import { newSessionToken, renderApp } from '../../test/support/render-app.tsx'

// Desks, sockets and a server share the machine with the other tests.
configure({ asyncUtilTimeout: 10_000 })

const subjects = ['anonymous', 'firstLogin', 'trader', 'broker', 'staff'] as const
type Subject = (typeof subjects)[number]

/** The target of every route of the specification's section 2 for each role, and of some unknown routes. */
const table: readonly (readonly [route: string, ...targets: readonly string[]])[] = [
  // route, anonymous, first login, trader, broker, staff
  ['/', '/', '/first-login', '/adverts-home', '/brokers-home', '/'],
  ['/about-us', '/about-us', '/about-us', '/about-us', '/about-us', '/about-us'],
  ['/forget-password', ...Array(5).fill('/forget-password')],
  ['/reset-password', ...Array(5).fill('/reset-password')],
  ['/reset-password?resetToken=none', ...Array(5).fill('/reset-password')],
  ['/home', ...Array(5).fill('/home')],
  ['/first-login', '/', '/first-login', '/adverts-home', '/brokers-home', '/'],
  ['/adverts-home', '/', '/first-login', '/adverts-home', '/brokers-home', '/'],
  ['/brokers-home', '/', '/first-login', '/adverts-home', '/brokers-home', '/'],
  ['/cost-analysis', '/', '/first-login', '/cost-analysis', '/brokers-home', '/'],
  ['/desk', '/', '/first-login', '/desk', '/brokers-home', '/'],
  ['/locates', '/', '/first-login', '/locates', '/brokers-home', '/'],
  ['/profile', '/', '/first-login', '/profile/ioi-counts', '/profile/security', '/'],
  ['/profile/ioi-counts', '/', '/first-login', '/profile/ioi-counts', '/profile/security', '/'],
  ['/profile/preferences', '/', '/first-login', '/profile/preferences', '/profile/security', '/'],
  ['/profile/security', '/', '/first-login', '/profile/security', '/profile/security', '/'],
  ['/profile/security/more', '/', '/first-login', '/profile/security/more', '/profile/security/more', '/'],
  ['/profile/others', '/', '/first-login', '/profile/ioi-counts', '/profile/security', '/'],
  ['/login', '/', '/first-login', '/adverts-home', '/brokers-home', '/'],
  ['/no-such-place', '/', '/first-login', '/adverts-home', '/brokers-home', '/'],
  ['/adverts-home/more', '/', '/first-login', '/adverts-home', '/brokers-home', '/'],
]

/** A text of each target, by which it is recognized. */
const headings: Readonly<Record<string, RegExp>> = {
  '/about-us': /^Large interests, unseen/,
  '/forget-password': /^Reset your password$/,
  '/reset-password': /^This link/,
  '/home': /^Logged off$/,
  '/first-login': /^Welcome/,
  '/adverts-home': /^Trader’s desk$/,
  '/brokers-home': /^Connection agreements$/,
  '/desk': /^Desk IOIs$/,
  '/locates': /^Locates$/,
  '/cost-analysis': /^Transaction cost analysis$/,
}
const headingOf = (subject: Subject, path: string): RegExp =>
  path === '/'
    ? subject === 'staff'
      ? /^There is no screen for operators$/
      : /^Sign in$/
    : (headings[path] ?? /^My Profile$/)

const tokens = new Map<Subject, string>()

beforeAll(async () => {
  const trader = { role: 'TRADER', firm: 'Alder' } as const
  await addAccount('routes-trader@alder.example', trader)
  await addAccount('routes-broker@hinoki.example', { role: 'BROKER', broker: 'HIN' })
  await addAccount('routes-staff@platform.example', { role: 'STAFF' })
  tokens.set('firstLogin', await invitedUserToken('routes-newcomer@alder.example', trader))
  tokens.set('trader', await newSessionToken('routes-trader@alder.example'))
  tokens.set('broker', await newSessionToken('routes-broker@hinoki.example'))
  tokens.set('staff', await newSessionToken('routes-staff@platform.example'))
}, 60_000)

const rows = table.flatMap(([route, ...targets]) =>
  subjects.map((subject, at) => ({ route, subject, path: targets[at] ?? '' })),
)

// spec: 2.routes.12, 2.routes.13, 2.routes.15, 2.routes.16, 6.1, 6.3, 6.8
test.each(rows)('$route leads $subject to $path', async ({ route, subject, path }) => {
  const token = tokens.get(subject)
  if (token) localStorage.setItem('userToken', token)
  const page = renderApp(route)

  await screen.findByRole('heading', { name: headingOf(subject, path) })
  await waitFor(() => expect(page.path()).toBe(path))
  expect(page.store.getState().session.userToken).toBe(token ?? null)
})

test('every route of the client is in the table', () => {
  const { router } = renderApp('/about-us')
  type Route = (typeof router.routes)[number]
  const paths = (route: Route): string[] => [
    ...(route.path ? [route.path] : []),
    ...(route.children ?? []).flatMap(paths),
  ]
  const named = router.routes.flatMap(paths)
  expect(named.filter((path) => !/[:*]/.test(path)).sort()).toEqual(
    [...new Set(table.map(([route]) => route.split('?')[0]))]
      .filter((route) => named.includes(route ?? ''))
      .sort(),
  )
  expect(named.filter((path) => /[:*]/.test(path)).sort()).toEqual(['*', '/profile/:tab/*'])
})
