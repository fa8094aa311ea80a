import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { useUser } from '../shared/store/current-user.ts'
import { useText } from '../ui/text/use-text.ts'
import { consolePages } from './console-pages.ts'
import '../ui/styles/side-page.css'
import './console.css'

/** The frame of every page of the console: its title and the way to the other pages. */
export function ConsolePage({ children }: { children: ReactNode }) {
  const text = useText()
  const own = useUser()?.grants ?? []
  return (
    <div className="side-page console">
      <header className="side-page-title">
        <h1>{text('operations.title')}</h1>
        <nav className="console-pages" aria-label={text('operations.pages')}>
          {consolePages
            .filter(({ grants }) => grants.some((grant) => own.includes(grant)))
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
