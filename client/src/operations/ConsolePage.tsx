import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { useText } from '../ui/text/use-text.ts'
import '../ui/styles/side-page.css'
import './console.css'

/** The frame of every page of the console: its title and the way to the other pages. */
export function ConsolePage({ children }: { children: ReactNode }) {
  const text = useText()
  return (
    <div className="side-page console">
      <header className="side-page-title">
        <h1>{text('operations.title')}</h1>
        <nav className="console-pages" aria-label={text('operations.pages')}>
          <NavLink to="/operations" end>
            {text('operations.page.today')}
          </NavLink>
          <NavLink to="/operations/halts">{text('operations.page.halts')}</NavLink>
        </nav>
      </header>
      {children}
    </div>
  )
}
