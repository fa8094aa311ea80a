import { type StaffGrant, staffGrants } from '@aitai/contract/codes.ts'
import type { ComponentType } from 'react'
import type { StaticTextKey } from '../ui/text/use-text.ts'
import { ApprovalCount } from './approvals/ApprovalCount.tsx'
import { ApprovalsPage } from './approvals/ApprovalsPage.tsx'
import { AuditPage } from './audit/AuditPage.tsx'
import { HaltsPage } from './halts/HaltsPage.tsx'
import { InstitutionsPage } from './institutions/InstitutionsPage.tsx'
import { OutboxPage } from './outbox/OutboxPage.tsx'
import { PolicyReportsPage } from './policy-reports/PolicyReportsPage.tsx'
import { RatingsPage } from './ratings/RatingsPage.tsx'
import { ReferencePage } from './reference/ReferencePage.tsx'
import { SurveillancePage } from './surveillance/SurveillancePage.tsx'
import { TodayPage } from './today/TodayPage.tsx'
import { UsersPage } from './users/UsersPage.tsx'

interface ConsolePageEntry {
  readonly path: string
  readonly label: StaticTextKey
  readonly Page: ComponentType
  /** Who has the page in the menu. */
  readonly grants: readonly StaffGrant[]
  /** What is shown beside the entry. */
  readonly Count?: ComponentType
}

/** Whether a user with these grants has a page. */
export const isPageFor = ({ grants }: ConsolePageEntry, own: readonly StaffGrant[]): boolean =>
  grants.some((grant) => own.includes(grant))

/** The pages of the console, in the order of its menu. */
export const consolePages: readonly ConsolePageEntry[] = [
  { path: '/operations', label: 'operations.page.today', Page: TodayPage, grants: staffGrants },
  { path: '/operations/halts', label: 'operations.page.halts', Page: HaltsPage, grants: staffGrants },
  {
    path: '/operations/approvals',
    label: 'operations.page.approvals',
    Page: ApprovalsPage,
    grants: staffGrants,
    Count: ApprovalCount,
  },
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
  {
    path: '/operations/reference',
    label: 'operations.page.reference',
    Page: ReferencePage,
    grants: staffGrants,
  },
  {
    path: '/operations/surveillance',
    label: 'operations.page.surveillance',
    Page: SurveillancePage,
    grants: ['compliance'],
  },
  { path: '/operations/audit', label: 'operations.page.audit', Page: AuditPage, grants: ['compliance'] },
  {
    path: '/operations/policy-reports',
    label: 'operations.page.policyReports',
    Page: PolicyReportsPage,
    grants: staffGrants,
  },
]
