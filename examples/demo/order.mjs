/** The order the demo has to end with, and how it is checked. */
import { Deviation } from './deviation.mjs';

/** Amounts in cents. */
export const EXPECTED = {
  number: 'TT-1001',
  placedOn: '2026-03-09',
  lines: [
    {
      sku: 'C-101',
      slug: 'squall-rain-jacket',
      name: 'Squall Rain Jacket',
      colour: 'Moss',
      size: 'M',
      quantity: 2,
      unitPrice: 14900,
      total: 29800,
    },
    {
      sku: 'K-305',
      slug: 'steel-flask-05',
      name: 'Steel Flask 0.5 l',
      colour: 'Steel',
      size: '',
      quantity: 1,
      unitPrice: 2600,
      total: 2600,
    },
  ],
  giftWrap: true,
  contact: { name: 'Robin Vale', email: 'robin.vale@example.com', phone: '+49 341 5550 123' },
  delivery: {
    country: 'Germany',
    city: 'Leipzig',
    street: 'Karl-Heine-Straße 12',
    postcode: '04229',
    day: '2026-03-14',
    shipping: 'express',
    note: 'Second door on the left.',
  },
  payment: { brand: 'Visa', last4: '4242' },
  totals: { items: 32400, giftWrap: 350, shipping: 1290, total: 34040 },
};

/** `path: value` for every value in an object. */
function flatten(value, path = '') {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, path === '' ? key : `${path}.${key}`));
}

/**
 * Compares what the shop stored with what was wanted, field by field.
 * @param {readonly import('../../fixtures/shop/server.d.mts').Order[]} orders
 * @returns {{ number: string, fields: number, total: string }}
 * @throws Deviation naming the first field that differs
 */
export function verifyOrder(orders) {
  if (orders.length !== 1) throw new Deviation('exactly one order', `${orders.length}`);
  const [order] = orders;
  const stored = new Map(flatten(order));
  const wanted = new Map(flatten(EXPECTED));
  for (const path of new Set([...wanted.keys(), ...stored.keys()])) {
    if (wanted.get(path) === stored.get(path)) continue;
    throw new Deviation(`order field ${path} to be ${JSON.stringify(wanted.get(path))}`, JSON.stringify(stored.get(path)) ?? 'nothing');
  }
  return { number: order.number, fields: wanted.size, total: `€${(order.totals.total / 100).toFixed(2)}` };
}
