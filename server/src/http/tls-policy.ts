/**
 * What our own servers accept: for TLS 1.2 key exchange with forward secrecy and authenticated encryption only, as
 * the load balancers in `packaging` do. Every suite of TLS 1.3 has both. Node's default for TLS 1.2 includes CBC.
 */
export const tlsPolicy = {
  minVersion: 'TLSv1.2',
  ciphers: [
    ...['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES128-GCM-SHA256'],
    ...['ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-RSA-AES256-GCM-SHA384'],
    ...['ECDHE-ECDSA-CHACHA20-POLY1305', 'ECDHE-RSA-CHACHA20-POLY1305'],
    ...['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256'],
  ].join(':'),
} as const
