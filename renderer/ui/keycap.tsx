import styles from './keycap.module.css';

/** The key that does the same as the button or link it stands in. */
export function Keycap({ name }: { readonly name: string }) {
  return (
    <span className={styles.key} aria-hidden="true">
      {name}
    </span>
  );
}
