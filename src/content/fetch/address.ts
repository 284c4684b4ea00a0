/** Addresses of the public internet, and all others: this machine, its network, clouds' own addresses (RFC 6890 and the registries it began). */
import { BlockList, isIP } from 'node:net';

const special = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  special.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(net, bits, 'ipv6');
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/** IPv4 in IPv6: mapped, and translated by NAT64 (RFC 6052). */
const EMBEDDED = /^(?:::ffff:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

/** True for an address of the public internet. @param address as `net.isIP` takes it, without brackets */
export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/%.*$/, '');
  const version = isIP(plain);
  if (version === 4) return !special.check(plain, 'ipv4');
  if (version !== 6) return false;
  const normal = new URL(`http://[${plain}]/`).hostname.slice(1, -1);
  const embedded = EMBEDDED.exec(normal);
  if (embedded) return !special.check(dotted(embedded[1] as string, embedded[2] as string), 'ipv4');
  return global6.check(normal, 'ipv6') && !special.check(normal, 'ipv6');
}

function dotted(high: string, low: string): string {
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [a >> 8, a & 255, b >> 8, b & 255].join('.');
}
