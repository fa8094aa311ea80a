import type { Role } from '@aitai/contract/codes.ts'

export const profileTabs = ['ioi-counts', 'preferences', 'security'] as const
export type ProfileTab = (typeof profileTabs)[number]

/** Counts and preferences are for traders, security for everybody. */
export const mayOpenTab = (role: Role, tab: string | undefined): boolean =>
  role === 'TRADER' ? profileTabs.some((each) => each === tab) : tab === 'security'

/** The default tab of /profile, also for an unknown one. */
export const firstProfileTab = (role: Role): ProfileTab => (role === 'TRADER' ? 'ioi-counts' : 'security')
