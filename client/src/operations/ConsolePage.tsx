import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { useText } from '../ui/text/use-text.ts'
import { consolePages, isPageFor } from './console-pages.ts'
import { useGrants } from './use-grants.ts'
import '../ui/styles/side-page.css'
import './console.css'

/** The frame of every page of the console: its title and the way to the other pages. */
export function ConsolePage({ children }: { children: ReactNode }) {
  const text = useText()
  const own = useGrants()
  return (
    <div className="side-page console">
      <header className="side-page-title">
        <h1>{text('operations.title')}</h1>
        <nav className="console-pages" aria-label={text('operations.pages')}>
          {consolePages
            .filter((page) => isPageFor(page, own))
            .map(({ path, label, Count }) => (
              <NavLink key={path} to={path} end>
                {text(label)}
                {Count && <Count />}
              </NavLink>
            ))}
        </nav>
      </header>
      {children}
    </div>
  )
}
