import { type StaffGrant, staffGrants } from '@aitai/contract/codes.ts'
import type { ComponentType } from 'react'
import type { StaticTextKey } from '../ui/text/use-text.ts'
import { HaltsPage } from './halts/HaltsPage.tsx'
import { InstitutionsPage } from './institutions/InstitutionsPage.tsx'
import { OutboxPage } from './outbox/OutboxPage.tsx'
import { RatingsPage } from './ratings/RatingsPage.tsx'
import { TodayPage } from './today/TodayPage.tsx'
import { UsersPage } from './users/UsersPage.tsx'

interface ConsolePageEntry {
  readonly path: string
  readonly label: StaticTextKey
  readonly Page: ComponentType
  /** Who has the page in the menu. */
  readonly grants: readonly StaffGrant[]
}

/** The pages of the console, in the order of its menu. */
export const consolePages: readonly ConsolePageEntry[] = [
  { path: '/operations', label: 'operations.page.today', Page: TodayPage, grants: staffGrants },
  { path: '/operations/halts', label: 'operations.page.halts', Page: HaltsPage, grants: staffGrants },
  { path: '/operations/users', label: 'operations.page.users', Page: UsersPage, grants: staffGrants },
  {
    path: '/operations/institutions',
    label: 'operations.page.institutions',
    Page: InstitutionsPage,
    grants: staffGrants,
  },
  { path: '/operations/outbox', label: 'operations.page.outbox', Page: OutboxPage, grants: staffGrants },
  {
    path: '/operations/ratings',
    label: 'operations.page.ratings',
    Page: RatingsPage,
    grants: ['compliance'],
  },
]
