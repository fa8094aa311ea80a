import type { PrintedPolicyReport } from '@aitai/server/admin/policy-report-listing.ts'
import { sendAdminCommand } from '../admin-client.ts'
import { command } from '../command.ts'
import { alignColumns } from '../output.ts'

export const policyReports = command({
  name: 'policy-reports',
  summary: 'Show what browsers have reported about the content security policy',
  flags: {},
  details:
    'By directive and page, with what was blocked, how often, and the first and the last time. In an installation\n' +
    'each report means that something was inserted into a page: by a proxy, an attacker or, as `extension`, by an\n' +
    'extension of a browser. What was not reported again for 90 days is deleted.',
  async run() {
    const result = (await sendAdminCommand('policy-reports', {})) as readonly PrintedPolicyReport[]
    const rows = result.map(({ directive, page, blocked, count, first, last }) => [
      directive,
      page,
      blocked,
      String(count),
      first,
      last,
    ])
    const text =
      rows.length === 0
        ? 'No browser has reported anything.'
        : alignColumns([['Directive', 'Page', 'Blocked', 'Reports', 'First', 'Last'], ...rows], '').join('\n')
    return { result, text }
  },
})
