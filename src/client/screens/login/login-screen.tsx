import { useNavigate, Link } from 'react-router-dom';
import { loginTexts } from '#src/client/texts/login-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Entrance } from './entrance.tsx';
import { LoginForm } from './login-form.tsx';
import styles from './login.module.css';

export function LoginScreen() {
  const navigate = useNavigate();
  return (
    <Entrance>
      <h1 className={styles.title}>{loginTexts.title}</h1>
      <LoginForm onSignedIn={() => void navigate('/dashboard/home')} />
      <div className={styles.register}>
        <Link to="/register" className={styles.registerLink}>
          {loginTexts.noAccount}
        </Link>
        <Button
          variant="secondary"
          className={styles.registerButton}
          onClick={() => void navigate('/register')}
        >
          {loginTexts.register}
        </Button>
      </div>
    </Entrance>
  );
}
