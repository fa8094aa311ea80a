/** What the browsers of users have reported. */
export interface ReportTables {
  policy_report: PolicyReportTable
}

/** How often a violation of the content policy was reported. Each text is one of a fixed set. */
interface PolicyReportTable {
  directive: string
  page: string
  blocked: string
  count: number
  first_at: number
  last_at: number
}
