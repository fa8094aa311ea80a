import type { Role } from '@aitai/contract/codes.ts'

export const profileTabs = ['ioi-counts', 'preferences', 'security'] as const
export type ProfileTab = (typeof profileTabs)[number]

/** Counts and preferences are of traders; security is everybody's. */
export const mayOpenTab = (role: Role, tab: string | undefined): boolean =>
  role === 'TRADER' ? profileTabs.some((each) => each === tab) : tab === 'security'

/** Where /profile leads, and a tab that there is not. */
export const firstProfileTab = (role: Role): ProfileTab => (role === 'TRADER' ? 'ioi-counts' : 'security')
