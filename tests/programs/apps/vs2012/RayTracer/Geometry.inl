//
// Geometry.inl : the bodies of Geometry.h's functions.
//

inline float SquareRoot(float x) restrict(amp) { return concurrency::fast_math::sqrt(x); }
inline float SquareRoot(float x) restrict(cpu) { return sqrtf(x); }

inline float Power(float x, float y) restrict(amp) { return concurrency::fast_math::pow(x, y); }
inline float Power(float x, float y) restrict(cpu) { return powf(x, y); }

inline bool Sphere::Intersect(const Ray& ray, Hit& hit) const GPU_CPU
{
    const Vector3 offset = ray.origin - centre;
    const float b = Dot(offset, ray.direction);
    const float c = Dot(offset, offset) - radius * radius;
    const float discriminant = b * b - c;
    if (discriminant <= 0.0f)
        return false;
    const float root = SquareRoot(discriminant);
    float t = -b - root;
    if (t < 1e-3f)
        t = -b + root;
    if (t < 1e-3f || t >= hit.distance)
        return false;
    hit.distance = t;
    hit.normal = (ray.At(t) - centre) * (1.0f / radius);
    hit.material = material;
    return true;
}

// Moeller and Trumbore.
inline bool Triangle::Intersect(const Ray& ray, Hit& hit) const GPU_CPU
{
    const Vector3 e1 = b - a, e2 = c - a;
    const Vector3 p = Cross(ray.direction, e2);
    const float determinant = Dot(e1, p);
    if (determinant > -1e-8f && determinant < 1e-8f)
        return false;
    const float inverse = 1.0f / determinant;
    const Vector3 s = ray.origin - a;
    const float u = Dot(s, p) * inverse;
    if (u < 0.0f || u > 1.0f)
        return false;
    const Vector3 q = Cross(s, e1);
    const float v = Dot(ray.direction, q) * inverse;
    if (v < 0.0f || u + v > 1.0f)
        return false;
    const float t = Dot(e2, q) * inverse;
    if (t < 1e-3f || t >= hit.distance)
        return false;
    const Vector3 n = Cross(e1, e2).Normalized();
    hit.distance = t;
    hit.normal = Dot(n, ray.direction) < 0.0f ? n : -n;
    hit.material = material;
    return true;
}
