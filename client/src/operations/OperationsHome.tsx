import { Navigate, useLocation } from 'react-router'
import { useUser } from '../shared/store/current-user.ts'
import { ConsolePage } from './ConsolePage.tsx'
import { consolePages } from './console-pages.ts'

/** The operators' console (docs/decisions/0154-console.md). Each page has an address of its own. */
export function OperationsHome() {
  const { pathname } = useLocation()
  const own = useUser()?.grants ?? []
  const found = consolePages.find(({ path }) => path === pathname)
  if (!found?.grants.some((grant) => own.includes(grant))) return <Navigate to="/operations" replace />
  const { Page } = found
  return (
    <ConsolePage>
      <Page />
    </ConsolePage>
  )
}
