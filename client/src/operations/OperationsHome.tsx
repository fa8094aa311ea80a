import { Navigate, useLocation } from 'react-router'
import { ConsolePage } from './ConsolePage.tsx'
import { consolePages, isPageFor } from './console-pages.ts'
import { useGrants } from './use-grants.ts'

/** The operators' console (docs/decisions/0154-console.md). Each page has an address of its own. */
export function OperationsHome() {
  const { pathname } = useLocation()
  const own = useGrants()
  const found = consolePages.find(({ path }) => path === pathname)
  if (!found || !isPageFor(found, own)) return <Navigate to="/operations" replace />
  const { Page } = found
  return (
    <ConsolePage>
      <Page />
    </ConsolePage>
  )
}
