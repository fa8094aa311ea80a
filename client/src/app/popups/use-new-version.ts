import { useWebVersionQuery } from '../../shared/api/accounts-api.ts'
import { intervals } from '../../shared/intervals.ts'
import { clientVersion, isNewerVersion } from './version.ts'

/** Whether the server has a newer client than this one (docs/specification.md §1), checked every hour. */
export function useNewVersion(): boolean {
  const { data: newest } = useWebVersionQuery(undefined, { pollingInterval: intervals.versionPoll })
  return newest !== undefined && isNewerVersion(newest, clientVersion)
}
