import {
  configuration,
  type RunningBalancer,
  startHaproxy,
  startNginx,
} from '../cluster/installed-balancers.ts'

/** A load balancer between a desk and the server. */
export interface Setup {
  readonly name: string
  readonly start: (serverUrl: string) => Promise<RunningBalancer>
}

const threeTimes = (url: string): readonly string[] => [url, url, url]

/** HAProxy with what its manual starts with: three time-outs and one server. */
const defaultHaproxy = (serverUrl: string, port: number, isBlocked: boolean): string => `
defaults
    mode http
    timeout connect 5s
    timeout client 30s
    timeout server 30s
frontend desk
    bind 127.0.0.1:${port}
    ${isBlocked ? blockInHaproxy : ''}
    default_backend servers
backend servers
    server one ${new URL(serverUrl).host}
`

const blockInHaproxy = 'http-request deny deny_status 403 if { hdr(upgrade) -i websocket }'

async function ownHaproxy(serverUrl: string, isBlocked: boolean): Promise<RunningBalancer> {
  const config = await configuration('haproxy.cfg', threeTimes(serverUrl))
  return startHaproxy((port) =>
    config.replace(/bind :443 .*/, `bind 127.0.0.1:${port}\n    ${isBlocked ? blockInHaproxy : ''}`),
  )
}

/** nginx with nothing but the address of the server: it buffers replies and does not pass an upgrade on. */
const defaultNginx = (serverUrl: string, port: number, isBlocked: boolean): string => `
server {
    listen 127.0.0.1:${port};
    location / {
        ${isBlocked ? blockInNginx : ''}
        proxy_pass ${serverUrl};
    }
}`

const blockInNginx = 'if ($http_upgrade) { return 403; }'

async function ownNginx(serverUrl: string, isBlocked: boolean): Promise<RunningBalancer> {
  const config = await configuration('nginx.conf', threeTimes(serverUrl))
  return startNginx((port, folder) =>
    config
      .replace(/listen 443 .*/, `listen 127.0.0.1:${port}; ${isBlocked ? blockInNginx : ''}`)
      .replace(/ssl_.*/g, '')
      .replace('/var/log/nginx', folder),
  )
}

/** Both load balancers with their defaults and with our files, with and without a blocked WebSocket. */
export const setups: readonly Setup[] = [false, true].flatMap((isBlocked) => {
  const suffix = isBlocked ? ', WebSocket blocked' : ''
  return [
    {
      name: `HAProxy, defaults${suffix}`,
      start: (url: string) => startHaproxy((port) => defaultHaproxy(url, port, isBlocked)),
    },
    { name: `HAProxy, our file${suffix}`, start: (url: string) => ownHaproxy(url, isBlocked) },
    {
      name: `nginx, defaults${suffix}`,
      start: (url: string) => startNginx((port) => defaultNginx(url, port, isBlocked)),
    },
    { name: `nginx, our file${suffix}`, start: (url: string) => ownNginx(url, isBlocked) },
  ]
})
