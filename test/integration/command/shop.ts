import sqlite from 'node-sqlite3-wasm'

/** A database of two customers and their three orders. */
export function makeShop(path: string): void {
  const shop = new sqlite.Database(path)
  shop.exec(`
    CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers (id));
    INSERT INTO customers VALUES (1, 'Ada'), (2, 'Bo');
    INSERT INTO orders VALUES (1, 1), (2, 1), (3, 2);
  `)
  shop.close()
}
